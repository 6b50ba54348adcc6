//! What must happen in one stroke, as the scripts that the server runs.

use redis::Script;
use std::sync::LazyLock;

macro_rules! scripts {
    ($($name:ident = $file:literal;)*) => {
        $(pub static $name: LazyLock<Script> = LazyLock::new(|| {
            Script::new(concat!(include_str!("scripts/prelude.lua"), include_str!(concat!("scripts/", $file))))
        });)*
    };
}

scripts! {
    APPEND_EVENTS = "append_events.lua";
    CHANGE = "change.lua";
    CLOSE_TURN = "close_turn.lua";
    CREATE_SESSION = "create_session.lua";
    DELETE_DOCUMENT = "delete_document.lua";
    DELETE_SESSION = "delete_session.lua";
    FORGET = "forget.lua";
    HISTORY = "history.lua";
    OPEN_TURN = "open_turn.lua";
    ORPHANS = "orphans.lua";
    PUT_DOCUMENT = "put_document.lua";
    REMEMBER = "remember.lua";
    REQUEST_STOP = "request_stop.lua";
    TAKE = "take.lua";
}
