//! Rules in Markdown: one per heading, the text below it until the next heading.
//!
//! Front matter (YAML between two `---` lines at the top) may hold `title`, `tables` and `always` for the whole file;
//! other keys are for other programs. A heading without text of its own only groups those below it, and its words stand
//! before theirs in the title.

use super::rules::Draft;
use super::{KnowledgeError, yaml};

#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct FrontMatter {
    title: Option<String>,
    tables: Vec<String>,
    always: bool,
}

pub fn parse(file: &str, text: &str) -> Result<Vec<Draft>, KnowledgeError> {
    let (matter, skipped) = front_matter(file, text)?;
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file).trim_end_matches(".md");
    let name = matter.title.clone().unwrap_or_else(|| stem.to_owned());
    let mut sections = Sections { found: Vec::new(), current: Section::new(name, skipped + 1), above: Vec::new() };
    let mut fence = Fence::default();
    for (number, line) in (1..).zip(text.lines()).skip(skipped) {
        match heading(line).filter(|_| !fence.is_open()) {
            Some((level, title)) => sections.start(level, title, number),
            None => {
                fence.read(line);
                sections.current.text.push_str(line);
                sections.current.text.push('\n');
            }
        }
    }
    let found = sections.finish().into_iter();
    Ok(found.map(|section| section.into_draft(&matter)).collect())
}

/// What the front matter says, and how many lines it takes.
fn front_matter(file: &str, text: &str) -> Result<(FrontMatter, usize), KnowledgeError> {
    let mut lines = text.lines();
    if lines.next().map(str::trim_end) != Some("---") {
        return Ok((FrontMatter::default(), 0));
    }
    let Some(length) = lines.position(|line| matches!(line.trim_end(), "---" | "...")) else {
        return Err(KnowledgeError::Malformed {
            place: format!("{file}:1"),
            message: "begins with '---', but no second '---' ends the front matter".to_owned(),
            hint: "Add a line '---' after the front matter, or remove the first line.".to_owned(),
        });
    };
    let matter: String = text.lines().skip(1).take(length).flat_map(|line| [line, "\n"]).collect();
    let read: Option<FrontMatter> = yaml::read(file, &matter, 1)?;
    Ok((read.unwrap_or_default(), length + 2))
}

struct Section {
    heading: String,
    line: usize,
    text: String,
    /// The headings that this one stands under.
    above: Vec<String>,
}

impl Section {
    fn new(heading: String, line: usize) -> Self {
        Self { heading, line, text: String::new(), above: Vec::new() }
    }

    fn into_draft(self, matter: &FrontMatter) -> Draft {
        let titles: Vec<&str> = self.above.iter().map(String::as_str).chain([self.heading.as_str()]).collect();
        Draft {
            title: titles.join(": "),
            term: self.heading,
            text: self.text.trim().to_owned(),
            tables: matter.tables.clone(),
            always: matter.always,
            line: self.line,
        }
    }
}

struct Sections {
    found: Vec<Section>,
    current: Section,
    above: Vec<(usize, String)>,
}

impl Sections {
    fn start(&mut self, level: usize, title: String, line: usize) {
        let mut section = Section::new(title.clone(), line);
        self.above.retain(|(above, _)| *above < level);
        section.above = self.above.iter().map(|(_, title)| title.clone()).collect();
        self.above.push((level, title));
        self.found.push(std::mem::replace(&mut self.current, section));
    }

    fn finish(mut self) -> Vec<Section> {
        self.found.push(self.current);
        self.found.retain(|section| !section.text.trim().is_empty());
        self.found
    }
}

/// "## Active customer ##" -> 2, "Active customer".
fn heading(line: &str) -> Option<(usize, String)> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let rest = line.trim_start_matches(' ');
    let level = rest.len() - rest.trim_start_matches('#').len();
    let title = rest.trim_start_matches('#');
    let is_heading = indent <= 3 && (1..=6).contains(&level) && (title.is_empty() || title.starts_with([' ', '\t']));
    let title = title.trim();
    let closed = title.trim_end_matches('#');
    let title = if closed.is_empty() || closed.ends_with(' ') { closed.trim_end() } else { title };
    is_heading.then(|| (level, title.to_owned()))
}

/// Whether a line stands in a code block, where '#' is no heading.
#[derive(Default)]
struct Fence(Option<(char, usize)>);

impl Fence {
    fn is_open(&self) -> bool {
        self.0.is_some()
    }

    fn read(&mut self, line: &str) {
        let line = line.trim();
        let Some(mark) = line.chars().next().filter(|c| matches!(c, '`' | '~')) else { return };
        let length = line.chars().take_while(|c| *c == mark).count();
        match self.0 {
            None if length >= 3 => self.0 = Some((mark, length)),
            Some((open, least)) if open == mark && length >= least && line.chars().all(|c| c == mark) => self.0 = None,
            _ => {}
        }
    }
}
