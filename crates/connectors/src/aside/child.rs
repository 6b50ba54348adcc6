//! The other side of the pipe: what the process does, which is one statement within limits that the system enforces.

use super::{Failure, Frame, Order};
use crate::duckdb::run_alone as run_duckdb;
use crate::sqlite::run_alone as run_sqlite;
use crate::{ConnectorError, RowStream, SourceUrl};
use rlimit::Resource;
use std::io::{BufRead, Read, Write};
use tokio_util::sync::CancellationToken;

/// What the program itself and the engine's own bookkeeping take besides the engine's memory limit.
const SLACK: u64 = 512 << 20;

/// Nothing is written, but an engine may have to lay out the index of another one's log.
const LARGEST_FILE: u64 = 1 << 20;

/// Reads the order from standard input, runs it, and writes what comes of it to `out`.
pub fn obey(out: &mut dyn Write) {
    let mut line = String::new();
    let order = match std::io::stdin().lock().read_line(&mut line) {
        Ok(_) => serde_json::from_str::<Order>(&line).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    // Nobody reads any longer if this fails.
    let _ = match order {
        Ok(order) => work(&order, out),
        Err(message) => say(&Frame::Failed(Failure::Other(message)), out),
    };
}

fn work(order: &Order, out: &mut dyn Write) -> std::io::Result<()> {
    end_when_unwanted();
    if let Err(error) = bound(order) {
        return say(&Frame::Failed(Failure::Other(format!("the limits cannot be set: {error}"))), out);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(async {
        match run(order).await {
            Ok(stream) => tell(stream, out).await,
            Err(error) => say(&Frame::Failed(error.into()), out),
        }
    })
}

async fn run(order: &Order) -> Result<RowStream, ConnectorError> {
    let (limits, cancel) = (&order.limits, CancellationToken::new());
    match &order.url {
        SourceUrl::DuckDb(path) => {
            run_duckdb(path, &order.sql, order.of_one_tenant, order.max_rows, limits, &cancel).await
        }
        SourceUrl::Sqlite(path) => run_sqlite(path, &order.sql, order.max_rows, limits, &cancel).await,
    }
}

async fn tell(mut stream: RowStream, out: &mut dyn Write) -> std::io::Result<()> {
    say(&Frame::Columns(std::mem::take(&mut stream.columns)), out)?;
    while let Some(batch) = stream.next().await {
        match batch {
            Ok(rows) => say(&Frame::Rows(rows), out)?,
            Err(error) => return say(&Frame::Failed(error.into()), out),
        }
    }
    say(&Frame::Ended { truncated: stream.truncated() }, out)
}

fn say(frame: &Frame, mut out: &mut dyn Write) -> std::io::Result<()> {
    serde_json::to_writer(&mut out, frame)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// The program that started this one holds the other end of standard input; when it is gone, so is the reason to work.
fn end_when_unwanted() {
    std::thread::spawn(|| {
        let _ = std::io::stdin().lock().read(&mut [0_u8; 1]);
        std::process::exit(1);
    });
}

fn bound(order: &Order) -> std::io::Result<()> {
    let memory = (order.limits.memory_bytes as u64).saturating_add(SLACK);
    for (resource, limit) in [(Resource::DATA, memory), (Resource::FSIZE, LARGEST_FILE), (Resource::CORE, 0)] {
        resource.set(limit, limit)?;
    }
    // Where the machine runs out of memory all the same, this is what it should end first.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    Ok(())
}
