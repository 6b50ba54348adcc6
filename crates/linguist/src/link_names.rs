//! The part of linking that knows names: how well words fit a table or a column.

use crate::lexicon::lexicon;
use crate::link::{Choice, Hit, Link, Linker, Span};
use crate::schema::{ColumnKind, Element};
use crate::tokens::{Kind, Token, name_words};
use crate::vectors;
use crate::wordnet;
use std::collections::BTreeMap;

const LONGEST: usize = 5;

/// Words that names often end in and people often leave out.
const GENERIC: [&str; 8] = ["id", "cod", "number", "text", "valu", "eur", "usd", "gbp"];

/// What figures are counted in: a person says 'the wait' of `wait_sec`.
const UNITS: [&str; 12] =
    ["minut", "second", "kilogram", "kilometr", "metr", "hectar", "litr", "eur", "usd", "gbp", "chf", "flag"];

/// How far a word of the general lexicon stands for another, at best.
const RELATED: f64 = 0.75;
/// The same for a short form.
const SHORTENED: f64 = 0.7;
/// The same for a word that is only near in meaning.
const KINDRED: f64 = 0.75;
/// A link below this rests on nothing but nearness in meaning; no other kind of link is as weak.
pub(crate) const FAINT: f64 = 0.35;

/// Words of a list that may share the noun after the last of them, the first left out.
const MOST_SHARING: usize = 3;
/// Things that one span of words may be.
const MOST_CHOICES: usize = 24;

/// The stem of "name".
pub(crate) const NAME: &str = "nam";

/// One of the names of a thing; the first is the one it is mostly spoken of by.
pub(crate) type Named = (Element, u8);

/// What each name gets from one word.
pub(crate) type Hits = BTreeMap<Named, Hit>;

fn hit_of(hits: &[Hits], at: usize, named: Named) -> Option<Hit> {
    hits.get(at)?.get(&named).copied()
}

fn link_to(element: Element) -> Link {
    match element {
        Element::Table(t) => Link::Table(t),
        Element::Column(c) => Link::Column(c),
    }
}

impl Linker<'_> {
    /// Tables and columns whose names the words fit.
    pub(crate) fn names(&self, tokens: &[Token], hits: &[Hits], start: usize, spans: &mut Vec<Span>) {
        let mut by_end: BTreeMap<usize, Vec<Choice>> = BTreeMap::new();
        let command = tokens.get(start).is_some_and(|t| {
            let verb =
                matches!(t.lower.as_str(), "show" | "list" | "give" | "find" | "tell" | "return" | "get" | "display");
            // 'downloads by show' asks for shows.
            let noun = start.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| {
                self.schema.for_people
                    && matches!(t.lower.as_str(), "by" | "per" | "each" | "every" | "which" | "a" | "of")
            });
            (verb && start < 3 && !noun) || (start == 0 && matches!(t.lower.as_str(), "name" | "count"))
        });
        if command {
            return;
        }
        for (&named, &first) in hits.get(start).into_iter().flatten() {
            let element = named.0;
            let mut matched = vec![first];
            self.offer(named, &matched, start + 1, &mut by_end);
            if let Element::Column(_) = element {
                // 'email address', 'phone number': the second word only says what the first one is.
                let next = tokens.get(start + 1).map_or("", |t| t.lower.as_str());
                let said = match next {
                    "address" | "addresses" | "number" | "numbers" | "column" | "figures" => true,
                    "date" | "dates" | "day" => {
                        matches!(element, Element::Column(c) if self.schema.kind(c) == ColumnKind::Time)
                    }
                    _ => false,
                };
                if said {
                    self.offer(named, &matched, start + 2, &mut by_end);
                    if let Some(last) = by_end.get_mut(&(start + 2)).and_then(|c| c.last_mut()) {
                        last.quality *= 0.97;
                    }
                }
            }
            self.shared_noun(tokens, hits, start, (named, first), &mut by_end);
            let mut at = start + 1;
            while at < tokens.len().min(start + LONGEST) {
                let connector = tokens.get(at).is_some_and(|t| {
                    let theirs = self.schema.for_people && matches!(t.lower.as_str(), "their" | "its" | "our");
                    theirs || matches!(t.lower.as_str(), "of" | "the" | "in" | "to" | "on")
                });
                // 'number of orders' counts; only a column that is called number_of_orders is meant by it.
                let counts = first_word_counts(tokens, start, at);
                let next = hit_of(hits, at, named)
                    .filter(|h| matched.iter().all(|m| m.word != h.word && !(counts && h.word < m.word)));
                match next {
                    Some(hit) => {
                        matched.push(hit);
                        self.offer(named, &matched, at + 1, &mut by_end);
                    }
                    None if connector => {}
                    None => break,
                }
                at += 1;
            }
        }
        // What a nurse takes are no takings.
        let takes = tokens.get(start).is_some_and(|t| matches!(t.lower.as_str(), "take" | "takes" | "taking"));
        if let Some(used) = tokens.get(start..).and_then(|rest| lexicon().money_at(rest)).filter(|_| !takes) {
            let choices = by_end.entry(start + used).or_default();
            let worths =
                (0..self.schema.tables.len()).filter(|t| self.schema.tables.get(*t).is_some_and(|v| v.worth.is_some()));
            let worths: Vec<usize> = worths.collect();
            // Revenue is money where rows are worth something, not the rows of a table of sales.
            let said = tokens.get(start).map_or("", |t| t.stem.as_str());
            let called = |t: usize| self.schema.tables.get(t).is_some_and(|v| v.words.iter().any(|w| w == said));
            if self.schema.for_people && !worths.is_empty() {
                choices.retain(|c| !matches!(c.link, Link::Table(t) if !called(t)));
            }
            let quality = if used > 1 { 0.97 } else { 0.85 };
            choices.extend(worths.into_iter().map(|t| Choice { link: Link::Worth(t), quality }));
        }
        if let Some((used, of)) = tokens.get(start..).and_then(|rest| lexicon().elapsed_at(rest)) {
            let timed = (0..self.schema.tables.len()).filter(|t| {
                let view = self.schema.tables.get(*t);
                let said = view.is_some_and(|v| tokens.iter().any(|token| v.words.contains(&token.stem)));
                let own = !of.is_empty() || said || !self.schema.for_people || !self.says_another(tokens, *t);
                own && self.schema.takes_time(*t, of)
            });
            let mut timed: Vec<usize> = timed.collect();
            if timed.iter().any(|t| self.schema.is_plainly_timed(*t)) {
                timed.retain(|t| {
                    let words = self.schema.tables.get(*t).map_or(&[][..], |v| v.words.as_slice());
                    self.schema.is_plainly_timed(*t) || tokens.iter().any(|token| words.contains(&token.stem))
                });
            }
            let choices = by_end.entry(start + used).or_default();
            choices.extend(timed.into_iter().map(|t| Choice { link: Link::Elapsed(t), quality: 0.9 }));
        }
        self.age(tokens, start, &mut by_end);
        self.standing(tokens, hits, start, &mut by_end);
        self.row_names(tokens, start, &mut by_end);
        self.exact(tokens, hits, start, &mut by_end);
        for (end, mut choices) in by_end {
            // 'each club have' says nothing of `has_pool`.
            let helps = ["has", "have", "had", "is", "are", "was", "were"];
            if end == start + 1
                && self.schema.for_people
                && tokens.get(start).is_some_and(|t| helps.contains(&t.lower.as_str()))
            {
                choices.retain(|c| !matches!(c.link, Link::Column(_)));
            }
            if tokens.get(start).is_some_and(|t| end == start + 1 && t.lower.ends_with('s')) {
                self.prefer_things(&mut choices);
                self.are_no_times(&mut choices);
            }
            if end == start + 1 {
                self.means_figure(tokens, start, &mut choices);
            }
            choices.sort_by(|a, b| b.quality.total_cmp(&a.quality));
            if choices.len() > MOST_CHOICES {
                // Of a thousand columns called so, those of the tables that were named.
                let said = |c: &Choice| crate::segment::table_of(&c.link).is_some_and(|t| self.is_named(tokens, t));
                choices.sort_by_cached_key(|c| (std::cmp::Reverse((c.quality * 100.0).round() as i64), !said(c)));
                choices.truncate(MOST_CHOICES);
            }
            let best = choices.first().map_or(0.0, |c| c.quality);
            if best < 0.35 {
                continue;
            }
            // 'downloads by show': behind 'by' and 'per' stands a noun.
            let before = start.checked_sub(1).and_then(|i| tokens.get(i)).map_or("", |t| t.lower.as_str());
            let table = choices.first().is_some_and(|c| matches!(c.link, Link::Table(_)) && c.quality > 0.9);
            let noun = self.schema.for_people && table && matches!(before, "by" | "per" | "each" | "every");
            let stop = end == start + 1 && !noun && tokens.get(start).is_some_and(|t| lexicon().is_stop(t));
            // A name that is also an everyday word must fit well to count.
            let score = if stop { if best > 0.9 { 0.87 } else { 0.29 } } else { best * (end - start) as f64 };
            spans.push(Span { start, end, choices, score });
        }
    }

    /// All words of the table's name are somewhere in the question.
    fn is_named(&self, tokens: &[Token], t: usize) -> bool {
        let words = self.schema.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
        !words.is_empty() && words.iter().all(|word| tokens.iter().any(|token| token.stem == *word))
    }

    /// 'the average age of donors', where a column says when they were born.
    fn age(&self, tokens: &[Token], start: usize, by_end: &mut BTreeMap<usize, Vec<Choice>>) {
        let said = tokens.get(start).is_some_and(|t| matches!(t.lower.as_str(), "age" | "ages"));
        if !said || !self.schema.for_people {
            return;
        }
        let born = (0..self.schema.tables.len()).filter_map(|t| self.schema.birth(t));
        let today = self.setting.now.date();
        by_end.entry(start + 1).or_default().extend(born.map(|c| Choice { link: Link::Age(c, today), quality: 0.97 }));
    }

    /// Names as they are written; one plain word is left to the usual way, which weighs it.
    fn exact(&self, tokens: &[Token], hits: &[Hits], start: usize, by_end: &mut BTreeMap<usize, Vec<Choice>>) {
        for (used, element) in self.schema.exact.at(tokens, start) {
            let plain = used == 1 && tokens.get(start).is_some_and(|t| !t.text.contains('_'));
            if plain && hit_of(hits, start, (element, 0)).is_some() {
                continue;
            }
            let choices = by_end.entry(start + used).or_default();
            let link = link_to(element);
            choices.retain(|choice| choice.link != link);
            choices.push(Choice { link, quality: 1.0 });
        }
    }

    /// 'full names of teachers' are two columns, 'names of campuses' may be one that is called `campus`.
    fn row_names(&self, tokens: &[Token], start: usize, by_end: &mut BTreeMap<usize, Vec<Choice>>) {
        let word = |i: usize| tokens.get(i).map_or("", |t| t.lemma.as_str());
        let full = matches!(word(start), "full" | "complete") && word(start + 1) == "name";
        if !full && word(start) != "name" {
            return;
        }
        let end = start + 1 + usize::from(full);
        for (t, view) in self.schema.tables.iter().enumerate() {
            let columns = self.schema.display(t);
            let text = columns.iter().all(|c| self.schema.kind(*c) == ColumnKind::Text);
            let called =
                columns.iter().any(|c| self.schema.view(*c).is_some_and(|v| v.words.iter().any(|w| w == NAME)));
            let own = |w: &String| {
                view.words.contains(w) || matches!(w.as_str(), NAME | "titl" | "label" | "usernam" | "nicknam")
            };
            let named = columns.iter().all(|c| self.schema.view(*c).is_some_and(|v| called || v.words.iter().all(own)));
            if view.name_columns.is_empty() || !text || !named || called && columns.len() < 2 && !full {
                continue;
            }
            let quality = if full && columns.len() > 1 {
                0.95
            } else if called {
                0.88
            } else {
                0.8
            };
            by_end.entry(end).or_default().push(Choice { link: Link::Names(t), quality });
        }
    }

    /// Several 'orders' are rows that an order number tells apart, not the figures of a column that is called `order`.
    fn prefer_things(&self, choices: &mut [Choice]) {
        let names_rows = |c: &Choice| match c.link {
            Link::Column(c) if self.schema.column(c).is_some_and(|c| c.unique) => Some(c.table),
            _ => None,
        };
        let things: Vec<usize> = choices.iter().filter_map(names_rows).collect();
        for choice in choices {
            if let Link::Column(c) = choice.link
                && self.schema.kind(c) == ColumnKind::Number
                && things.contains(&c.table)
            {
                choice.quality *= 0.6;
            }
        }
    }

    /// 'orders by status' are not when something was ordered.
    fn are_no_times(&self, choices: &mut [Choice]) {
        for choice in choices.iter_mut().filter(|_| self.schema.for_people) {
            let Link::Column(c) = choice.link else { continue };
            let done = |w: &String| w.ends_with("ed") || matches!(w.as_str(), "paid" | "sold" | "sent" | "held");
            let named = |c: &vouch_model::Column| crate::tokens::name_words(&c.name).iter().any(done);
            if self.schema.kind(c) == ColumnKind::Time && self.schema.column(c).is_some_and(named) {
                choice.quality *= 0.5;
            }
        }
    }

    /// 'first and last name': the noun at the end belongs to both.
    fn shared_noun(
        &self,
        tokens: &[Token],
        hits: &[Hits],
        start: usize,
        (named, first): (Named, Hit),
        by_end: &mut BTreeMap<usize, Vec<Choice>>,
    ) {
        let joins = |i: usize| {
            tokens
                .get(i)
                .is_some_and(|t| matches!(t.lower.as_str(), "and" | "or") || t.is_punct(',') || t.is_punct('/'))
        };
        let mut at = start + 1;
        // 'first, middle, and last name': past every word of the list to what follows the last.
        for _ in 0..MOST_SHARING {
            if !joins(at) {
                return;
            }
            while joins(at) {
                at += 1;
            }
            at += 1;
            if let Some(noun) = hit_of(hits, at, named).filter(|h| h.word != first.word) {
                self.offer(named, &[first, noun], start + 1, by_end);
                return;
            }
        }
    }

    /// Another table than this one is spoken of.
    fn says_another(&self, tokens: &[Token], t: usize) -> bool {
        let said =
            |words: &[String]| !words.is_empty() && words.iter().all(|w| tokens.iter().any(|token| token.stem == *w));
        self.schema.tables.iter().enumerate().any(|(other, view)| other != t && said(&view.words))
    }

    pub(crate) fn hits(&self, tokens: &[Token], at: usize) -> Hits {
        let mut best = Hits::new();
        let Some(token) = tokens.get(at).filter(|t| t.kind != Kind::Quoted && !matches!(t.kind, Kind::Punct(_))) else {
            return best;
        };
        let mut look = |stem: &str, likeness: f64| {
            for posting in self.schema.postings.get(stem).into_iter().flatten() {
                let hit = Hit { word: posting.word, likeness: likeness * posting.weight };
                let entry = best.entry((posting.element, posting.name)).or_insert(hit);
                if hit.likeness > entry.likeness {
                    *entry = hit;
                }
            }
        };
        let lexicon = lexicon();
        let counted =
            at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.number().is_some() || t.lower == "in");
        look(&token.stem, 1.0);
        if let Some([only]) = lexicon.expand(&token.lower) {
            look(&crate::lemma::stem(only), 0.95);
        }
        let verb = token.lower.ends_with("ed") || token.stem.len() > 3 && token.lower != token.lemma;
        if self.schema.for_people && verb {
            // 'rented', where there are rentals; 'delivered', where there are deliveries.
            for ending in ["al", "ion", "ation", "ment", "y"] {
                look(&format!("{}{ending}", token.stem), 0.9);
            }
        }
        if let Some(rest) = token.stem.strip_prefix("un").filter(|r| r.len() > 2) {
            look(&crate::lemma::stem(&crate::lemma::lemma(rest)), 0.95);
        }
        // A rate is no rating, although 'rated' is one word for both.
        let rate = self.schema.for_people && matches!(token.lower.as_str(), "rate" | "rates");
        for (other, likeness) in lexicon.synonyms(&token.stem).iter().filter(|_| !rate) {
            look(other, likeness * 0.87);
        }
        if self.schema.for_people && token.lower == "units" {
            // What one costs is not how many there are.
            best.retain(|(element, _), _| !matches!(element, Element::Column(c) if self.schema.is_price_of_one(*c)));
        }
        if counted && crate::spoken::seconds(&token.lower).is_some() {
            // '25 minutes' is not the delay in minutes; a column that is called so and nothing else may be meant.
            let whole = |element: &Element| match element {
                Element::Column(c) => self.schema.view(*c).is_some_and(|v| v.words.len() == 1),
                Element::Table(_) => true,
            };
            best.retain(|(element, _), _| whole(element));
        }
        best
    }

    pub(crate) fn offer(&self, named: Named, matched: &[Hit], end: usize, by_end: &mut BTreeMap<usize, Vec<Choice>>) {
        let quality = self.quality(named, matched);
        let link = link_to(named.0);
        let choices = by_end.entry(end).or_default();
        match choices.iter_mut().find(|c| named.1 > 0 && c.link == link) {
            // Another name of the same thing: the better fit counts.
            Some(same) => same.quality = same.quality.max(quality),
            None => choices.push(Choice { link, quality }),
        }
    }

    /// How well matched words cover a name: all of it is 1; words that the table's name says already are free.
    pub(crate) fn quality(&self, (element, name): Named, matched: &[Hit]) -> f64 {
        let likeness = matched.iter().map(|h| h.likeness).sum::<f64>() / matched.len().max(1) as f64;
        let has = |i: usize| matched.iter().any(|h| usize::from(h.word) == i);
        match element {
            Element::Table(t) => {
                let words = self.schema.tables.get(t).and_then(|v| v.name(name)).unwrap_or_default();
                // A sales order is an order, and rather one than its lines are.
                let weight = |i: usize| match words.get(i).map_or("", String::as_str) {
                    _ if !self.schema.for_people => 1.0,
                    _ if i + 1 == words.len() => 2.0,
                    "sal" | "customer" => 0.5,
                    _ => 1.0,
                };
                let all: f64 = (0..words.len()).map(weight).sum();
                let covered = (0..words.len()).filter(|i| has(*i)).map(weight).sum::<f64>() / all.max(1.0);
                likeness * (0.4 + 0.6 * covered)
            }
            Element::Column(c) => {
                let Some(view) = self.schema.view(c) else { return 0.0 };
                let Some((words, said_by_table)) = view.name(name) else { return 0.0 };
                // 'the origin' of a trip with `origin_depot_id` and `dest_depot_id`: that it is a depot's goes without saying.
                let role = self.schema.for_people && self.schema.parallel.contains(&c);
                let pointed = role.then(|| self.schema.points_at(c)).flatten().and_then(|t| self.schema.tables.get(t));
                let implied = |w: &String| role && (w == "id" || pointed.is_some_and(|t| t.words.contains(w)));
                let unit = |w: &str| self.schema.for_people && UNITS.contains(&w);
                let weight = |i: usize| {
                    let counted = words.len() > 1 && words.get(i).is_some_and(|w| unit(w));
                    let generic = counted || words.get(i).is_some_and(|w| GENERIC.contains(&w.as_str()));
                    let said = said_by_table.get(i).copied().unwrap_or(false) || words.get(i).is_some_and(implied);
                    // Nobody says 'euros' of a cost; who says 'per km' means the kilometres.
                    if said || counted && !has(i) {
                        0.15
                    } else if generic && words.len() > 1 {
                        0.5
                    } else {
                        1.0
                    }
                };
                let total: f64 = (0..words.len()).map(weight).sum();
                let covered: f64 = (0..words.len()).filter(|i| has(*i)).map(weight).sum();
                // Keys are meant only where somebody says id, number or code.
                let key = view.kind == ColumnKind::Key && !has(words.len().saturating_sub(1)) && !role;
                let share = if total > 0.0 { covered / total } else { 0.0 };
                let stands_for_table = self.schema.names_parent(c);
                likeness * (0.4 + 0.6 * share) * if key || stands_for_table { 0.75 } else { 1.0 }
            }
        }
    }

    /// Names of words that mean the same, and short forms of the word itself ('inst' for 'institution').
    pub(crate) fn related_names(&self, token: &Token) -> Vec<Choice> {
        let mut best: BTreeMap<Named, Hit> = BTreeMap::new();
        let mut offer = |stem: &str, likeness: f64| {
            for posting in self.schema.postings.get(stem).into_iter().flatten() {
                let hit = Hit { word: posting.word, likeness: likeness * posting.weight };
                let entry = best.entry((posting.element, posting.name)).or_insert(hit);
                if hit.likeness > entry.likeness {
                    *entry = hit;
                }
            }
        };
        for (other, likeness) in wordnet::related(token) {
            offer(&other, likeness * RELATED);
        }
        for name in self.schema.postings.keys().filter(|name| is_short_form(name, &token.lower)) {
            offer(name, SHORTENED);
        }
        if self.schema.for_people {
            self.cut_short(token).iter().for_each(|name| offer(name, SHORTENED));
        }
        let mut choices: Vec<Choice> = best
            .into_iter()
            .map(|(named, hit)| Choice { link: link_to(named.0), quality: self.quality(named, &[hit]) })
            .filter(|choice| choice.quality > 0.35)
            .collect();
        choices.sort_by(|a, b| b.quality.total_cmp(&a.quality).then_with(|| rank(&a.link).cmp(&rank(&b.link))));
        choices.truncate(8);
        choices
    }

    /// Names of words that are near in meaning, where nothing else is known of a word. Near is not the same: who asks a
    /// program must be asked back, while public question sets are content with the best guess.
    pub(crate) fn kindred_names(&self, token: &Token) -> Vec<Choice> {
        let Some(own) = vectors::row(&token.stem) else { return Vec::new() };
        let scale = if self.schema.for_people { FAINT } else { KINDRED };
        let mut choices: Vec<Choice> = Vec::new();
        for (name, postings) in &self.schema.postings {
            let Some(likeness) = vectors::row(name).map(|row| row.likeness(&own)).filter(|l| *l > vectors::NEAR) else {
                continue;
            };
            for posting in postings {
                let hit = Hit { word: posting.word, likeness: likeness * posting.weight };
                let quality = scale * self.quality((posting.element, posting.name), &[hit]);
                choices.push(Choice { link: link_to(posting.element), quality });
            }
        }
        choices.retain(|c| c.quality > scale * vectors::NEAR);
        choices.sort_by(|a, b| b.quality.total_cmp(&a.quality).then_with(|| rank(&a.link).cmp(&rank(&b.link))));
        choices.truncate(8);
        choices
    }

    /// Words of tables' names that the word begins with: `tbl_rest` of restaurants, although a rest is a word too. Three letters are
    /// enough where most tables are called by short forms.
    fn cut_short(&self, token: &Token) -> Vec<String> {
        const SHORTEST: usize = 3;
        let names = || (0..self.schema.tables.len()).flat_map(|t| name_words(self.schema.table_name(t)));
        let begins =
            |w: &String| w.len() >= SHORTEST && token.lower.len() > w.len() + 2 && token.lower.starts_with(w.as_str());
        let mut found: Vec<String> = names().filter(begins).collect();
        let are_short = || {
            let cut = |w: &String| lexicon().expand(w).is_some() || !is_word(w);
            names().filter(cut).count() * 2 > names().count()
        };
        if found.iter().any(|w| w.len() == SHORTEST) && !are_short() {
            found.retain(|w| w.len() > SHORTEST);
        }
        found.iter().map(|w| crate::lemma::stem_of(w)).collect()
    }

    /// Names that share a root with the word ('prescribed', 'prescription') or are a slip of the pen away.
    pub(crate) fn similar_names(&self, token: &Token) -> Vec<Choice> {
        let word = token.stem.as_str();
        if word.len() < 5 || !word.is_ascii() {
            return Vec::new();
        }
        let root = |name: &str| word.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        let like = |name: &str| {
            let shared = root(name);
            if strsim::osa_distance(word, name) == 1 && word.len() > 5 {
                0.8
            } else if shared >= 5 && shared * 20 >= 11 * word.len().max(name.len()) && name.len() >= 5 {
                0.7
            } else {
                0.0
            }
        };
        let mut choices: Vec<Choice> = Vec::new();
        let letter = word.chars().next();
        for (name, postings) in self.schema.postings.iter().filter(|(n, _)| n.chars().next() == letter) {
            let likeness = like(name);
            for posting in postings.iter().filter(|_| likeness > 0.0) {
                let hit = Hit { word: posting.word, likeness: likeness * posting.weight };
                let quality = self.quality((posting.element, posting.name), &[hit]);
                choices.push(Choice { link: link_to(posting.element), quality });
            }
        }
        choices.retain(|c| c.quality > 0.4);
        choices.sort_by(|a, b| b.quality.total_cmp(&a.quality).then_with(|| rank(&a.link).cmp(&rank(&b.link))));
        choices.truncate(8);
        choices
    }
}

/// Whether a part of a name that is no word itself stands for a longer one: its beginning, or its consonants.
pub(crate) fn is_short_form(name: &str, word: &str) -> bool {
    // Names are kept as stems: 'stat' is 'state', and no short form of 'station'.
    if !(3..=5).contains(&name.len())
        || word.len() < name.len() + 2
        || is_word(name)
        || is_word(&format!("{name}e"))
        || is_word(&format!("{name}y"))
    {
        return false;
    }
    let mut rest = word.chars();
    let within = name.chars().all(|c| rest.any(|w| w == c));
    let consonants = !name.contains(['a', 'e', 'i', 'o', 'u']);
    word.starts_with(name) || within && consonants && word.chars().next() == name.chars().next()
}

fn is_word(word: &str) -> bool {
    wordnet::knows(word) || lexicon().knows(word)
}

fn first_word_counts(tokens: &[Token], start: usize, at: usize) -> bool {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    word(start) == "number" && at > start + 1 && word(start + 1) == "of"
}

/// A fixed order of names, so that equal fits always come the same way.
fn rank(link: &Link) -> (usize, usize) {
    match link {
        Link::Table(t) => (*t, 0),
        Link::Column(c) => (c.table, c.column + 1),
        _ => (usize::MAX, 0),
    }
}

#[cfg(test)]
#[path = "link_names_tests.rs"]
mod tests;
