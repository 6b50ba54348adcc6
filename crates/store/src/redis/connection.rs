//! The server itself: how it is reached and asked, and what is said when it does not answer.
//!
//! One connection that all callers share (requests are pipelined) and that comes back by itself. The password that a URL
//! may carry goes to the server and nowhere else: errors and logs name the place without it.

use crate::StoreError;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{
    Client, Cmd, ConnectionAddr, ConnectionInfo, ErrorKind, FromRedisValue, IntoConnectionInfo, Pipeline,
    ProtocolVersion, RedisError, Script, ServerErrorKind, ToRedisArgs,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// A server in the same data centre answers in under a millisecond; one that takes this long is not there.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(3);
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest pause before the next attempt to reach a server that is gone.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
const ATTEMPTS: usize = 3;

/// The oldest server that knows everything that is asked of it.
const OLDEST: (u32, u32) = (6, 2);
/// What the keys mean; another number is another program's or a newer one's.
const SCHEMA: &str = "1";

/// What scripts answer instead of a number from 0 on; the same names as in `scripts/prelude.lua`.
const MISSING: i64 = -1;
const REFUSED: i64 = -2;

#[derive(Clone)]
pub struct Database {
    manager: ConnectionManager,
    client: Client,
    /// What every key begins with.
    prefix: Arc<str>,
    /// The server's address, fit to be shown.
    place: Arc<str>,
}

/// How a script went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// With a number of its own.
    Well(u64),
    Missing,
    Refused,
}

impl Database {
    /// Reaches the server, once and without patience: whoever starts the program is waiting.
    pub async fn open(url: &str, prefix: &str) -> Result<Self, StoreError> {
        let info = connection_info(url)?;
        let scheme = if matches!(info.addr(), ConnectionAddr::TcpTls { .. }) { "rediss" } else { "redis" };
        let place: Arc<str> = format!("{scheme}://{}", info.addr()).into();
        let client = Client::open(info).map_err(|e| unavailable(&place, &e))?;
        let settings = redis::AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECTION_TIMEOUT))
            .set_response_timeout(Some(RESPONSE_TIMEOUT));
        let mut first = client
            .get_multiplexed_async_connection_with_config(&settings)
            .await
            .map_err(|e| unavailable(&place, &e))?;
        let about: String =
            redis::cmd("INFO").arg("server").query_async(&mut first).await.map_err(|e| unavailable(&place, &e))?;
        require_version(&place, &about)?;
        let settings = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CONNECTION_TIMEOUT))
            .set_response_timeout(Some(RESPONSE_TIMEOUT))
            .set_number_of_retries(ATTEMPTS)
            .set_max_delay(LONGEST_PAUSE);
        let manager =
            ConnectionManager::new_lazy_with_config(client.clone(), settings).map_err(|e| unavailable(&place, &e))?;
        let database = Self { manager, client, prefix: prefix.into(), place };
        database.require_schema().await?;
        Ok(database)
    }

    async fn require_schema(&self) -> Result<(), StoreError> {
        let key = self.key("schema");
        self.ask::<()>(redis::cmd("SET").arg(&key).arg(SCHEMA).arg("NX")).await?;
        let found: String = self.ask(redis::cmd("GET").arg(&key)).await?;
        if found == SCHEMA {
            return Ok(());
        }
        Err(StoreError::Unavailable {
            message: format!(
                "the store at {} has schema version {found}, this program knows {SCHEMA}: another Vouch has written it",
                self.place
            ),
            hint: "Update Vouch, or choose another database or ?prefix= in --state.".to_owned(),
        })
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    pub fn place(&self) -> &str {
        &self.place
    }

    pub fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// The key of one thing of a kind, such as `session:ID`.
    pub fn key_of(&self, kind: &str, id: &str) -> String {
        format!("{}{kind}:{id}", self.prefix)
    }

    pub async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, StoreError> {
        command.query_async(&mut self.manager.clone()).await.map_err(|e| unavailable(&self.place, &e))
    }

    /// One hash for each id, in one go; an empty one where there is none.
    pub async fn hashes(&self, kind: &str, ids: &[String]) -> Result<Vec<HashMap<String, String>>, StoreError> {
        let mut commands = redis::pipe();
        for id in ids {
            commands.cmd("HGETALL").arg(self.key_of(kind, id));
        }
        self.ask_each(&commands).await
    }

    /// The same command several times, perhaps not at all, in one go.
    pub async fn ask_each<T: FromRedisValue>(&self, commands: &Pipeline) -> Result<Vec<T>, StoreError> {
        if commands.is_empty() { Ok(Vec::new()) } else { self.ask_all(commands).await }
    }

    /// Several commands in one go.
    pub async fn ask_all<T: FromRedisValue>(&self, commands: &Pipeline) -> Result<T, StoreError> {
        commands.query_async(&mut self.manager.clone()).await.map_err(|e| unavailable(&self.place, &e))
    }

    /// Runs a script that gives values.
    pub async fn query<T: FromRedisValue>(&self, script: &Script, values: impl ToRedisArgs) -> Result<T, StoreError> {
        let mut call = script.key(&*self.prefix);
        call.arg(values);
        call.invoke_async(&mut self.manager.clone()).await.map_err(|e| unavailable(&self.place, &e))
    }

    /// Runs a script that does something.
    pub async fn run(&self, script: &Script, values: impl ToRedisArgs) -> Result<Done, StoreError> {
        match self.query::<i64>(script, values).await? {
            MISSING => Ok(Done::Missing),
            REFUSED => Ok(Done::Refused),
            number => u64::try_from(number)
                .map(Done::Well)
                .map_err(|_| StoreError::Internal(format!("a script answered {number}"))),
        }
    }
}

/// RESP3, because with it the connection notices by itself that the server has gone.
fn connection_info(url: &str) -> Result<ConnectionInfo, StoreError> {
    // The error names what is wrong with the URL in general words; the URL itself may hold a password.
    let info = url.into_connection_info().map_err(|e| StoreError::Unavailable {
        message: format!("the address of the Redis server cannot be read: {e}"),
        hint: "It is written redis://[user:password@]host[:port][/database], or rediss://... where it speaks TLS."
            .to_owned(),
    })?;
    let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
    Ok(info.set_redis_settings(settings))
}

fn require_version(place: &str, about: &str) -> Result<(), StoreError> {
    let version = about.lines().find_map(|line| line.strip_prefix("redis_version:")).unwrap_or("unknown").trim();
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    if (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= OLDEST {
        return Ok(());
    }
    Err(too_old(place, version))
}

fn too_old(place: &str, version: &str) -> StoreError {
    let (major, minor) = OLDEST;
    StoreError::Unavailable {
        message: format!("the Redis server at {place} has version {version}, at least {major}.{minor} is needed"),
        hint: "Update the server; Valkey works as well.".to_owned(),
    }
}

/// An error of the server or of the way to it, for whoever runs the program.
pub fn unavailable(place: &str, error: &RedisError) -> StoreError {
    let hint = match error.kind() {
        ErrorKind::AuthenticationFailed => "Check the user and the password in --state.",
        _ if matches!(error.code(), Some("NOAUTH" | "WRONGPASS")) => "Check the user and the password in --state.",
        ErrorKind::Server(ServerErrorKind::NoPerm) => "The Redis user may not run a command that Vouch needs.",
        ErrorKind::RESP3NotSupported => return too_old(place, "before 6"),
        _ if error.code() == Some("OOM") => "The server's memory is full; give it more, or let sessions expire sooner.",
        ErrorKind::Server(ServerErrorKind::ReadOnly) => "This server is a replica; name the primary in --state.",
        _ if error.to_string().contains("certificate") => {
            "Its certificate must name the host in --state and come from an authority that this machine trusts; \
             SSL_CERT_FILE may name a file of others."
        }
        _ if error.is_io_error() || error.is_timeout() || error.is_connection_refusal() => {
            "Check that the server runs and that --state names it."
        }
        ErrorKind::Server(ServerErrorKind::BusyLoading) => "The server is starting; try again in a moment.",
        _ => return StoreError::Internal(format!("the Redis server at {place}: {error}")),
    };
    StoreError::Unavailable {
        message: format!("the Redis server at {place} does not work: {error}"),
        hint: hint.to_owned(),
    }
}

/// What may be missing, so that an empty text is not mistaken for nothing.
pub fn optional(text: Option<&str>) -> String {
    text.map_or_else(String::new, |text| format!("={text}"))
}

pub fn from_optional(text: &str) -> Option<String> {
    text.strip_prefix('=').map(str::to_owned)
}

/// A time as scripts write it: microseconds since 1970.
pub fn time(micros: &str) -> Result<jiff::Timestamp, StoreError> {
    micros
        .parse()
        .ok()
        .and_then(|micros| jiff::Timestamp::from_microsecond(micros).ok())
        .ok_or_else(|| StoreError::Internal(format!("'{micros}' is not a time")))
}

/// Redis counts in `i64`; nobody asks for more than that.
pub fn bounded(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
