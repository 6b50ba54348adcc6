//! What "now" is: the machine's clock, or a time that was given so that "last month" is the same every day.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// Doors make one of these per command and ask it once per question.
#[derive(Clone, Debug)]
pub struct Clock {
    zone: TimeZone,
    fixed: Option<Zoned>,
}

#[derive(Debug, thiserror::Error)]
pub enum ClockError {
    #[error("'{0}' is not a time zone; write a name such as Europe/Berlin or UTC")]
    Zone(String),
    #[error("'{0}' is not a time; write 2025-06-30, 2025-06-30T14:00 or 2025-06-30T14:00:00Z")]
    Time(String),
}

impl Clock {
    /// `now` without an offset is read in `zone`; a date alone is noon of that day.
    pub fn new(zone: TimeZone, now: Option<&str>) -> Result<Self, ClockError> {
        let fixed = now.map(|text| read_time(text, &zone)).transpose()?;
        Ok(Self { zone, fixed })
    }

    pub fn now(&self) -> Zoned {
        self.fixed.clone().unwrap_or_else(|| Timestamp::now().to_zoned(self.zone.clone()))
    }
}

pub fn time_zone(name: Option<&str>) -> Result<TimeZone, ClockError> {
    match name {
        None => Ok(TimeZone::system()),
        Some(name) => TimeZone::get(name).map_err(|_| ClockError::Zone(name.to_owned())),
    }
}

fn read_time(text: &str, zone: &TimeZone) -> Result<Zoned, ClockError> {
    let text = text.trim();
    let wrong = || ClockError::Time(text.to_owned());
    // The most telling form first: a plain date would also parse as the start of the longer ones.
    if let Ok(zoned) = text.parse::<Zoned>() {
        return Ok(zoned);
    }
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Ok(instant.to_zoned(zone.clone()));
    }
    let local = if text.contains([':', 'T', ' ']) {
        text.parse::<DateTime>().map_err(|_| wrong())?
    } else {
        text.parse::<Date>().map_err(|_| wrong())?.to_datetime(Time::constant(12, 0, 0, 0))
    };
    local.to_zoned(zone.clone()).map_err(|_| wrong())
}
