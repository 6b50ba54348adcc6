//! Ids as newtypes, so that a session can never be passed where a turn is meant. Random, and ordered by
//! time of making (UUID v7), so that lists come out in the order things happened.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub struct $name(String);

        impl $name {
            pub fn new() -> Self {
                Self(uuid::Uuid::now_v7().to_string())
            }

            /// Takes an id that somebody else chose, such as a client's own session id.
            pub fn from_text(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A conversation.
    SessionId
);

/// Stands between the name that a client chose and whose session it is; no chosen name has it.
const OF_OWNER: char = '\u{1f}';

impl SessionId {
    /// A session by the name that a client chose for it. Another owner's session of that name is another session.
    pub fn of_owner(name: &str, owner: &str) -> Self {
        Self(format!("{name}{OF_OWNER}{owner}"))
    }

    /// Whether it looks like one of those that [`SessionId::new`] makes, rather than like a name.
    pub fn is_made_here(&self) -> bool {
        uuid::Uuid::parse_str(&self.0).is_ok_and(|id| id.get_version_num() == 7)
    }

    /// What its owner calls it; the only part that leaves the program.
    pub fn shown(&self) -> &str {
        self.0.split_once(OF_OWNER).map_or(self.0.as_str(), |(name, _)| name)
    }
}

id!(
    /// One question and its answer, a turn of a session; what `/api/v1/ask` calls `query_id`.
    AskId
);
impl AskId {
    /// Our own ids say when they were made.
    pub fn made_at(&self) -> Option<jiff::Timestamp> {
        let id = uuid::Uuid::parse_str(&self.0).ok().filter(|id| id.get_version_num() == 7)?;
        let (seconds, nanoseconds) = id.get_timestamp()?.to_unix();
        jiff::Timestamp::new(i64::try_from(seconds).ok()?, i32::try_from(nanoseconds).ok()?).ok()
    }
}

id!(
    /// Files that were turned into a database of their own.
    DatasetId
);
id!(
    /// An answer that is remembered.
    MemoryId
);
