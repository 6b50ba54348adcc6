//! From items of a draft to expressions: counts, sums, worth, what adjectives are about, and names for the results.

use super::draft::{Draft, Group, Item, Target};
use crate::form::{Expr, Grain, Selected};
use crate::join::JoinGraph;
use crate::lexicon::{Adjective, Aggregate, Relation};
use crate::schema::{Col, ColumnKind, Schema};
use crate::tokens::Token;
use vouch_model::DataType;

pub struct Resolver<'a> {
    pub schema: &'a Schema,
    pub graph: &'a JoinGraph,
    pub tokens: &'a [Token],
    /// Tables in the order in which they may lend a column: measured, asked about, mentioned, then neighbours.
    pub near: Vec<usize>,
    /// What an adjective may be about, in order of preference.
    kinds: Vec<&'static [ColumnKind]>,
    /// The date of what was done ('launched', 'sold').
    event: Option<Col>,
    /// Expressions and what the person called them.
    pub said: Vec<(Expr, String)>,
}

impl<'a> Resolver<'a> {
    pub fn new(schema: &'a Schema, graph: &'a JoinGraph, tokens: &'a [Token], draft: &Draft, main: usize) -> Self {
        let mut near: Vec<usize> = Vec::new();
        let mut add = |t: usize| {
            if !near.contains(&t) {
                near.push(t);
            }
        };
        let items =
            draft.items.iter().chain(draft.keys.iter().map(|k| &k.item)).chain(draft.having.iter().map(|h| &h.0));
        for item in items.clone().filter(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_))) {
            if let Some(t) = table_of(item) {
                add(t);
                // Lines of an order happened when the order did.
                if schema.time(t).is_none() {
                    let mut parents = schema.parents(t);
                    if schema.for_people {
                        // A donation was given at a session, not when its nurse was hired.
                        parents.sort_by_key(|p| schema.is_people(*p));
                    }
                    parents.into_iter().for_each(&mut add);
                }
            }
        }
        add(main);
        items.filter_map(table_of).for_each(&mut add);
        draft.context.iter().copied().for_each(&mut add);
        let known = near.clone();
        for t in known {
            for edge in graph.edges(t) {
                if !near.contains(&edge.to) {
                    near.push(edge.to);
                }
            }
        }
        let said = draft.said.iter().filter_map(|(target, name)| match target {
            Target::Worth(t) => Some((schema.tables.get(*t)?.worth.clone()?, name.clone())),
            Target::Column(c) => Some((schema.expr(*c), name.clone())),
            _ => None,
        });
        let said = said.collect();
        let mut kinds: Vec<&[ColumnKind]> = vec![&[ColumnKind::Number, ColumnKind::Time, ColumnKind::Year]];
        if draft.orders_texts {
            kinds.push(&[ColumnKind::Text, ColumnKind::Other]);
        }
        Self { kinds, schema, graph, tokens, near, event: draft.event.map(|e| e.0), said }
    }

    /// The column that says when, for the things the question is about.
    pub fn time(&self, wants_year: bool) -> Option<Col> {
        let year = |t: usize| {
            let columns = &self.schema.tables.get(t)?.columns;
            let column = columns.iter().position(|c| c.kind == ColumnKind::Year)?;
            Some(Col { table: t, column })
        };
        self.near.iter().find_map(|t| {
            let time = if self.schema.for_people { self.schema.happened(*t) } else { self.schema.time(*t) };
            if wants_year && time.is_none_or(|c| self.schema.kind(c) != ColumnKind::Time) {
                year(*t).or(time)
            } else {
                time
            }
        })
    }

    /// The column an adjective is about, and whether it runs against it.
    pub fn hinted(&self, adjective: &Adjective) -> Option<(Col, bool)> {
        let says_when = adjective.measures("date");
        if let (true, Some(col)) = (says_when, self.event) {
            return Some((col, false));
        }
        if let Some(col) = self.in_unit(adjective) {
            return Some((col, false));
        }
        if let Some(own) = self.of_noun_behind(adjective) {
            return Some(own);
        }
        let date = crate::lemma::stem("date");
        // 'the oldest customer' is who signed up first, not whose client did.
        let dated = self.schema.for_people && adjective.against.iter().any(|words| words.contains(&date));
        let in_table = |t: usize| {
            let named = self.hinted_by(t, adjective);
            let own =
                || self.schema.time(t).filter(|_| dated && self.near.first() == Some(&t)).map(|when| (when, true));
            let when = || self.schema.time(t).filter(|_| says_when).map(|when| (when, false));
            named.or_else(when).or_else(own)
        };
        self.near.iter().find_map(|t| in_table(*t))
    }

    /// 'who has the oldest bike': the bike is old, whoever has it; 'the order with the most recent shipment'.
    fn of_noun_behind(&self, adjective: &Adjective) -> Option<(Col, bool)> {
        let behind = (0..self.tokens.len()).find_map(|at| {
            match crate::lexicon::lexicon().mark_at(self.tokens.get(at..)?)? {
                (used, crate::lexicon::Mark::Superlative(said)) if std::ptr::eq(*said, adjective) => Some(at + used),
                _ => None,
            }
        })?;
        let noun = crate::spoken_everyday::table_called(self.tokens.get(behind), self.schema)?;
        if self.near.first() == Some(&noun) {
            return None;
        }
        let when = || self.schema.time(noun).filter(|_| adjective.measures("date")).map(|when| (when, false));
        self.hinted_by(noun, adjective).or_else(when)
    }

    /// An age, or the day from which it counts.
    fn tells_age(&self, col: Col) -> bool {
        const BEGINNINGS: [&str; 9] =
            ["age", "birth", "birthday", "birthdate", "dob", "born", "founded", "built", "opened"];
        let said = |w: &String| BEGINNINGS.iter().any(|b| crate::lemma::stem_of(b) == *w);
        let words = self.schema.tables.get(col.table).and_then(|t| t.columns.get(col.column)).map(|c| &c.words);
        words.is_some_and(|words| words.iter().any(said))
    }

    /// 'longer than 15 km' is about the distance, 'longest in km' too.
    fn in_unit(&self, adjective: &Adjective) -> Option<Col> {
        let lexicon = crate::lexicon::lexicon();
        let long = self.schema.for_people && adjective.measures("distance");
        let unit = |t: &Token| lexicon.is_unit(&t.lower) && crate::spoken::seconds(&t.lower).is_none();
        let said = self.tokens.iter().filter(|t| long && unit(t)).find_map(|t| lexicon.expand(&t.lower)?.first())?;
        let stem = crate::lemma::stem_of(said);
        self.near.iter().find_map(|t| {
            let columns = &self.schema.tables.get(*t)?.columns;
            let column = columns.iter().position(|c| c.kind == ColumnKind::Number && c.words.contains(&stem))?;
            Some(Col { table: *t, column })
        })
    }

    /// The column of this table that an adjective is about.
    pub fn hinted_by(&self, t: usize, adjective: &Adjective) -> Option<(Col, bool)> {
        self.kinds.iter().find_map(|kinds| self.hinted_in(t, adjective, kinds))
    }

    fn hinted_in(&self, table: usize, adjective: &Adjective, kinds: &[ColumnKind]) -> Option<(Col, bool)> {
        let columns = &self.schema.tables.get(table)?.columns;
        let about = |words: &[String]| {
            columns.iter().enumerate().position(|(column, c)| {
                // The best selling product is not the one of which a unit costs most.
                let other = self.schema.for_people && words.iter().all(|w| w == "unit");
                let fits = kinds.contains(&c.kind) && words.iter().all(|w| c.words.contains(w));
                fits && !(other && self.schema.is_price_of_one(Col { table, column }))
            })
        };
        let first = |hints: &[Vec<String>]| hints.iter().find_map(|words| about(words));
        let with = first(&adjective.with).map(|column| (Col { table, column }, false));
        with.or_else(|| first(&adjective.against).map(|column| (Col { table, column }, true)))
    }

    /// An item as an expression to sort, compare or show. Plain columns stay plain.
    pub fn expr(&self, item: &Item, grouped: bool) -> Option<Expr> {
        let schema = self.schema;
        Some(match (&item.target, item.aggregate) {
            (
                Target::Table(t),
                Some(function @ (Aggregate::Sum | Aggregate::Average | Aggregate::Max | Aggregate::Min)),
            ) => match self.amount(*t).or_else(|| schema.numeric_with(*t, &["total"])) {
                Some(c) => Expr::aggregate(function, schema.expr(c)),
                // Which of several amounts, nobody said.
                None if self.amounts(*t).len() > 1 => return None,
                None if function == Aggregate::Sum => Expr::Rows { table: schema.table_name(*t).to_owned() },
                // An average of rows needs something to average.
                None => return None,
            },
            (Target::Table(t), _) => Expr::Rows { table: schema.table_name(*t).to_owned() },
            (Target::Column(c), Some(Aggregate::Count)) => self.count_of(*c, item.distinct),
            (Target::Column(c), Some(function)) => match schema.hours_of(*c).filter(|_| function == Aggregate::Sum) {
                // 'total wages', where a row has hours and what one of them is paid.
                Some(hours) => {
                    let [left, right] = [hours, *c].map(|c| Box::new(schema.expr(c)));
                    Expr::aggregate(function, Expr::Arithmetic { sign: '*', left, right })
                }
                None => Expr::Aggregate { function, distinct: item.distinct, of: Box::new(schema.expr(*c)) },
            },
            (Target::Column(c), None) if grouped && schema.kind(*c) == ColumnKind::Number => {
                Expr::aggregate(self.usual_aggregate(*c), schema.expr(*c))
            }
            (Target::Column(c), None) => schema.expr(*c),
            (Target::Worth(t), aggregate) => self.worth(*t, aggregate)?,
            (Target::Formula(left, sign, right), aggregate) => {
                let [left, right] = [*left, *right].map(|c| Box::new(schema.expr(c)));
                let row = Expr::Arithmetic { sign: *sign, left, right };
                Expr::aggregate(aggregate.unwrap_or(Aggregate::Sum), row)
            }
            (Target::Elapsed(took), aggregate) => {
                let elapsed = schema.took(*took);
                aggregate.map_or(elapsed.clone(), |function| Expr::aggregate(function, elapsed))
            }
            (Target::Age(c, on), aggregate) => {
                let age = schema.age(*c, *on);
                aggregate.map_or(age.clone(), |function| Expr::aggregate(function, age))
            }
            (Target::Hinted(adjective), function) => {
                let (col, _) = self.hinted(adjective)?;
                // 'how old is Omar?' has no answer in when somebody's client joined.
                if schema.for_people && adjective.measures("age") && !self.tells_age(col) {
                    return None;
                }
                match function {
                    Some(function) => Expr::aggregate(function, schema.expr(col)),
                    None => schema.expr(col),
                }
            }
            (Target::Steps(grain), _) => self.steps(*grain)?,
            (Target::Per(of, by), _) => {
                let count = match &**by {
                    Group::Table(t) => Expr::Rows { table: schema.table_name(*t).to_owned() },
                    Group::Column(c) => self.count_of(*c, true),
                    Group::Grain(grain) => self.steps(*grain)?,
                };
                let figure = match (&of.target, &**by) {
                    (Target::Table(t), Group::Table(p)) => Expr::Rows { table: self.linked(*t, *p) },
                    _ => self.expr(of, true)?,
                };
                Expr::Arithmetic { sign: '/', left: Box::new(figure), right: Box::new(count) }
            }
        })
    }

    /// 'products per order': the lines that say which products an order has, where neither belongs to the other.
    pub fn linked(&self, t: usize, p: usize) -> String {
        let schema = self.schema;
        let link = |l: &usize| {
            let parents = schema.parents(*l);
            parents.contains(&t) && parents.contains(&p)
        };
        let own = schema.belongs(t, p) || !schema.for_people;
        let counted = if own { t } else { (0..schema.tables.len()).find(link).unwrap_or(t) };
        schema.table_name(counted).to_owned()
    }

    /// 'how many days': the rows where each is one day, else the different days.
    fn steps(&self, grain: Grain) -> Option<Expr> {
        let col = self.time(grain == Grain::Year)?;
        let column = self.schema.column(col)?;
        let of = self.schema.reference(col);
        if grain == Grain::Day && column.unique && column.data_type == DataType::Date {
            return Some(Expr::Rows { table: of.table });
        }
        let of = Box::new(Expr::Bucket { grain, of });
        Some(Expr::Aggregate { function: Aggregate::Count, distinct: true, of })
    }

    /// The one column of a table that says how much: 'total payments' adds up amounts, 'total orders' counts.
    pub fn amount(&self, t: usize) -> Option<Col> {
        match self.amounts(t).as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    fn amounts(&self, t: usize) -> Vec<Col> {
        let Some(view) = self.schema.tables.get(t) else { return Vec::new() };
        let amounts = view.columns.iter().enumerate().filter(|(_, c)| {
            c.kind == ColumnKind::Number && c.words.iter().any(|w| w == "amount" || view.words.contains(w))
        });
        amounts.map(|(column, _)| Col { table: t, column }).collect()
    }

    /// Where 'how much' names nothing: the table's amount, its worth's column, else its only number.
    pub fn how_much(&self, t: usize) -> Option<Col> {
        self.amount(t)
            .or_else(|| self.schema.numeric_with(t, &["total", "fee", "price", "cost", "salary", "payment"]))
            .or_else(|| self.only_number(t))
    }

    pub fn only_number(&self, t: usize) -> Option<Col> {
        let columns = &self.schema.tables.get(t)?.columns;
        let mut numbers = columns.iter().enumerate().filter(|(_, c)| c.kind == ColumnKind::Number);
        match (numbers.next(), numbers.next()) {
            (Some((column, _)), None) => Some(Col { table: t, column }),
            _ => None,
        }
    }

    /// 'how many units' adds them up, 'how many cities' counts different ones, 'how many ratings' counts those there are.
    fn count_of(&self, c: Col, distinct: bool) -> Expr {
        let of = Box::new(self.schema.expr(c));
        if self.schema.for_people && !distinct && is_level(self.schema, c) {
            return Expr::Aggregate { function: Aggregate::Count, distinct: false, of };
        }
        if self.schema.kind(c) == ColumnKind::Number && !distinct {
            return Expr::Aggregate { function: Aggregate::Sum, distinct: false, of };
        }
        Expr::Aggregate { function: Aggregate::Count, distinct: true, of }
    }

    pub fn usual_aggregate(&self, c: Col) -> Aggregate {
        usual_aggregate(self.schema, c)
    }

    fn worth(&self, t: usize, aggregate: Option<Aggregate>) -> Option<Expr> {
        let worth = self.schema.tables.get(t)?.worth.clone()?;
        match aggregate {
            Some(Aggregate::Average) => {
                // 'average order value' is per order, not per line of an order.
                let parent = self.schema.parents(t).into_iter().find(|p| self.mentions(*p) || self.mentions_kin(*p, t));
                let total = Expr::aggregate(Aggregate::Sum, worth.clone());
                Some(match parent {
                    Some(p) => {
                        let rows = Expr::Rows { table: self.schema.table_name(p).to_owned() };
                        Expr::Arithmetic { sign: '/', left: Box::new(total), right: Box::new(rows) }
                    }
                    None => Expr::aggregate(Aggregate::Average, worth),
                })
            }
            Some(function @ (Aggregate::Min | Aggregate::Max | Aggregate::Median)) => {
                Some(Expr::aggregate(function, worth))
            }
            _ => Some(Expr::aggregate(Aggregate::Sum, worth)),
        }
    }

    /// 'average order value' of sales orders: the deal that lines belong to, by the last word of its name.
    fn mentions_kin(&self, deal: usize, lines: usize) -> bool {
        let words = |t: usize| self.schema.tables.get(t).map_or(&[][..], |v| v.words.as_slice());
        let kin = words(deal).iter().any(|w| words(lines).contains(w));
        let last = words(deal).last();
        self.schema.for_people && kin && last.is_some_and(|w| self.tokens.iter().any(|token| token.stem == *w))
    }

    pub fn mentions(&self, t: usize) -> bool {
        let words = self.schema.tables.get(t).map_or(&[][..], |v| v.words.as_slice());
        !words.is_empty() && words.iter().all(|w| self.tokens.iter().any(|token| token.stem == *w))
    }

    pub fn bucket(&self, grain: Grain) -> Option<Expr> {
        let col = self.time(grain == Grain::Year)?;
        Some(Expr::Bucket { grain, of: self.schema.reference(col) })
    }

    /// A result column with a name that people understand.
    pub fn selected(&self, expr: Expr) -> Selected {
        let alias = self.said_name(&expr).or_else(|| alias_of(&expr));
        Selected { expr, alias }
    }

    /// 'revenue' stays `revenue`, whatever columns it is made from.
    pub fn said_name(&self, expr: &Expr) -> Option<String> {
        let Expr::Aggregate { function, of, .. } = expr else { return None };
        let name = &self.said.iter().find(|(e, _)| *e == **of)?.1;
        Some(match function {
            Aggregate::Sum if self.tokens.iter().any(|t| t.lower == "total") => prefixed("total", name),
            Aggregate::Sum => name.clone(),
            Aggregate::Average => prefixed("average", name),
            Aggregate::Min => prefixed("lowest", name),
            Aggregate::Max => prefixed("highest", name),
            Aggregate::Median => prefixed("median", name),
            Aggregate::Count => return None,
        })
    }
}

/// What nobody adds up by asking how many there are: ratings and fees.
fn is_level(schema: &Schema, c: Col) -> bool {
    const MONEY: [&str; 10] =
        ["fee", "price", "cost", "amount", "value", "deposit", "salary", "wage", "charge", "payment"];
    let words = schema.view(c).map_or(&[][..], |v| v.words.as_slice());
    let money = MONEY.iter().any(|word| words.contains(&crate::lemma::stem_of(word)));
    schema.kind(c) == ColumnKind::Number && (money || usual_aggregate(schema, c) == Aggregate::Average)
}

/// Rates, prices, scores and ages are averaged where nobody says how; amounts are added up.
pub fn usual_aggregate(schema: &Schema, c: Col) -> Aggregate {
    const LEVELS: [&str; 23] = [
        "csat",
        "pct",
        "balanc",
        "balance",
        "respons",
        "price",
        "rat",
        "rate",
        "score",
        "age",
        "percent",
        "temperatur",
        "height",
        "weight",
        "speed",
        "grad",
        "averag",
        "margin",
        "humidity",
        "gpa",
        "star",
        "latitud",
        "longitud",
    ];
    let words = schema.view(c).map_or(&[][..], |v| v.words.as_slice());
    let hourly =
        schema.for_people && crate::tokens::name_words(&schema.reference(c).column).iter().any(|w| w == "hourly");
    let level = hourly || words.iter().any(|w| LEVELS.contains(&w.as_str()));
    if level { Aggregate::Average } else { Aggregate::Sum }
}

/// A name for a result column that people understand; columns have their own.
pub fn alias_of(expr: &Expr) -> Option<String> {
    let name = |e: &Expr| match e {
        Expr::Column(c) => plain_name(&c.column),
        _ => "revenue".to_owned(),
    };
    match expr {
        Expr::Column(_) | Expr::Number(_) => None,
        Expr::Rows { table } => Some(row_count_name(table)),
        Expr::Bucket { grain, .. } => Some(grain.name().to_owned()),
        Expr::Lookup { key, .. } => {
            let words = crate::tokens::name_words(&key.column);
            Some(words.into_iter().filter(|w| w != "id").collect::<Vec<_>>().join("_"))
        }
        Expr::Age { .. } => Some("age".to_owned()),
        Expr::Elapsed { in_hours, .. } => Some(if *in_hours { "hours" } else { "days" }.to_owned()),
        Expr::Aggregate { function, of, .. } => Some(aggregate_name(*function, of)),
        Expr::Arithmetic { sign: '/', left, right } => match (&**left, &**right) {
            (Expr::Aggregate { of, .. }, Expr::Rows { table }) => {
                Some(format!("average_{}_per_{}", name(of), singular(table)))
            }
            (Expr::Rows { table: a }, Expr::Rows { table: b }) => {
                Some(format!("average_{}_per_{}", plural(a), singular(b)))
            }
            (figure, Expr::Aggregate { function: Aggregate::Count, distinct: true, of: by }) => {
                let figure = match figure {
                    Expr::Rows { table } => plural(table),
                    Expr::Aggregate { of, .. } => name(of),
                    _ => "figure".to_owned(),
                };
                let by = match &**by {
                    Expr::Bucket { grain, .. } => grain.name().to_owned(),
                    other => name(other),
                };
                Some(format!("average_{figure}_per_{by}"))
            }
            _ => Some("ratio".to_owned()),
        },
        Expr::Arithmetic { .. } => Some("revenue".to_owned()),
        Expr::ShareOfRows { .. } | Expr::ShareOfSum { .. } | Expr::ShareOfTotal { .. } => {
            Some("share_percent".to_owned())
        }
    }
}

/// "order_count".
pub fn row_count_name(table: &str) -> String {
    format!("{}_count", singular(table))
}

/// "total_amount", "average_price".
pub fn aggregate_name(function: Aggregate, of: &Expr) -> String {
    let name = match of {
        Expr::Column(c) => plain_name(&c.column),
        Expr::Bucket { grain, .. } => grain.name().to_owned(),
        Expr::Arithmetic { sign: sign @ ('+' | '-'), left, right } => match (left.as_ref(), right.as_ref()) {
            (Expr::Column(a), Expr::Column(b)) => {
                let word = if *sign == '+' { "plus" } else { "minus" };
                format!("{}_{word}_{}", plain_name(&a.column), plain_name(&b.column))
            }
            _ => "revenue".to_owned(),
        },
        Expr::Arithmetic { sign: '*', left, .. } if is_stock(left) => "stock_value".to_owned(),
        Expr::Arithmetic { sign: '*', right, .. } => by_the_hour(right).unwrap_or_else(|| "revenue".to_owned()),
        Expr::Age { .. } => "age".to_owned(),
        Expr::Elapsed { in_hours, .. } => if *in_hours { "hours" } else { "days" }.to_owned(),
        _ => "revenue".to_owned(),
    };
    match function {
        Aggregate::Count => format!("{name}_count"),
        Aggregate::Sum => prefixed("total", &name),
        Aggregate::Average => prefixed("average", &name),
        Aggregate::Min => prefixed(if says_when(&name) { "earliest" } else { "lowest" }, &name),
        Aggregate::Max => prefixed(if says_when(&name) { "latest" } else { "highest" }, &name),
        Aggregate::Median => prefixed("median", &name),
    }
}

/// How many there are, which nobody has sold yet.
fn is_stock(quantity: &Expr) -> bool {
    let kept = |w: &String| matches!(w.as_str(), "stock" | "stk" | "hand" | "inventory");
    matches!(quantity, Expr::Column(c) if crate::tokens::name_words(&c.column).iter().any(kept))
}

/// 'wage', where one of these is paid for each hour.
fn by_the_hour(rate: &Expr) -> Option<String> {
    let Expr::Column(c) = rate else { return None };
    let mut words = crate::tokens::name_words(&c.column);
    let all = words.len();
    words.retain(|word| word != "hourly");
    (!words.is_empty() && words.len() < all).then(|| words.join("_"))
}

fn says_when(name: &str) -> bool {
    name.split('_').any(|w| matches!(w, "at" | "on" | "date" | "time" | "day" | "year"))
}

fn prefixed(prefix: &str, name: &str) -> String {
    if name.starts_with(prefix) { name.to_owned() } else { format!("{prefix}_{name}") }
}

fn plain_name(name: &str) -> String {
    crate::tokens::name_words(name).join("_")
}

fn singular(table: &str) -> String {
    let mut words = crate::tokens::name_words(table);
    if let Some(last) = words.last_mut() {
        *last = crate::lemma::lemma(last);
    }
    words.join("_")
}

fn plural(table: &str) -> String {
    plain_name(table)
}

pub fn table_of(item: &Item) -> Option<usize> {
    match item.target {
        Target::Table(t) | Target::Worth(t) => Some(t),
        Target::Elapsed(took) => Some(took.from.table),
        Target::Formula(left, ..) => Some(left.table),
        Target::Column(c) | Target::Age(c, _) => Some(c.table),
        Target::Per(ref of, _) => table_of(of),
        Target::Hinted(_) | Target::Steps(_) => None,
    }
}

/// The relation as it stands for a column that runs against the adjective.
pub fn adjusted(relation: Relation, against: bool) -> Relation {
    if against { relation.mirrored() } else { relation }
}
