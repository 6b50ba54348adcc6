//! Width, colour and words: what the terminal can show and how text is made fit for it.

use anstyle::{AnsiColor, Style};
use std::io::IsTerminal;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Where there is no terminal to ask, output is as wide as a page.
const USUAL_WIDTH: usize = 100;
/// Sentences wider than this are hard to read, however wide the terminal.
const TEXT_WIDTH: usize = 100;

#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub color: bool,
    pub width: usize,
}

impl Look {
    pub fn of_stdout() -> Self {
        let width = terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0));
        Self::new(std::io::stdout().is_terminal(), width)
    }

    pub fn of_stderr() -> Self {
        Self::new(std::io::stderr().is_terminal(), USUAL_WIDTH)
    }

    fn new(terminal: bool, width: usize) -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        Self { color: terminal && !unwanted, width: if terminal { width.max(20) } else { USUAL_WIDTH } }
    }

    #[cfg(test)]
    pub fn plain(width: usize) -> Self {
        Self { color: false, width }
    }

    /// Width for running text.
    pub fn text_width(&self) -> usize {
        self.width.min(TEXT_WIDTH)
    }

    pub fn quiet(&self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    pub fn strong(&self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    pub fn good(&self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    pub fn care(&self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    pub fn bad(&self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    fn paint(&self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// Text from data or a user, made harmless for a terminal and put on one line: no escape sequence, no line break, no
/// change of writing direction gets through.
pub fn clean_line(text: &str) -> String {
    text.chars().map(clean_char).collect()
}

fn clean_char(c: char) -> char {
    match c {
        '\n' => '↵',
        '\r' | '\t' => ' ',
        c if c.is_control() => '\u{FFFD}',
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}' => {
            '\u{FFFD}'
        }
        c => c,
    }
}

/// Cuts to `width` columns; what is cut ends with an ellipsis.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide + 1 > width {
            break;
        }
        used += wide;
        kept.push(c);
    }
    kept.push('…');
    kept
}

/// Breaks text between words; a word that is too long stays whole.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![];
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&clean_line(word));
        }
        lines.push(line);
    }
    lines
}

/// "1 row", "1,000 rows".
pub fn count(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
