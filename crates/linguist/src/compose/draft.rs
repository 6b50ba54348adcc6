//! What has been understood of a question so far, before tables are settled.

use crate::dates::TimeRange;
use crate::form::{Condition, Grain};
use crate::lexicon::{Adjective, Aggregate, Relation};
use crate::schema::{Col, Took};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
    #[default]
    List,
    Count,
    /// 'how much'.
    Amount,
    YesNo,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Table(usize),
    Column(Col),
    /// Money made from quantity and price of a table.
    Worth(usize),
    /// How long it took, from the one moment of a row to the other.
    Elapsed(Took),
    /// How old a row is on this day.
    Age(Col, jiff::civil::Date),
    /// 'hours times rate': made from two columns of a row.
    Formula(Col, char, Col),
    /// What an adjective is about, once the table is known.
    Hinted(&'static Adjective),
    /// Days, months: steps of the time column, once the table is known. Only ever counted.
    Steps(Grain),
    /// 'sales per day': what the one comes to for each of the other.
    Per(Box<Item>, Box<Group>),
}

/// Something to show: a column, a table's rows, a count or another aggregate.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub aggregate: Option<Aggregate>,
    pub distinct: bool,
    pub target: Target,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Group {
    Column(Col),
    Table(usize),
    Grain(Grain),
}

/// What a superlative or 'sorted by' goes by.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    pub item: Item,
    pub descending: bool,
}

#[derive(Clone, Debug)]
pub struct Filter {
    pub condition: Pending,
    /// Joined to the one before by 'or'.
    pub or: bool,
    /// Where it was said.
    pub at: usize,
}

/// A condition, or one that waits for the table to be known.
#[derive(Clone, Debug)]
pub enum Pending {
    Ready(Condition),
    /// `near` is the table mentioned last before it.
    Time {
        range: TimeRange,
        column: Option<Col>,
        near: Option<usize>,
        /// 'but not in 2023'.
        negated: bool,
    },
    /// 'older than 30'.
    Hinted {
        adjective: &'static Adjective,
        relation: Relation,
        number: f64,
        /// Seconds of what the number counts, where that is time.
        unit: Option<f64>,
        /// The table mentioned last before it.
        near: Option<usize>,
    },
    /// 'customers without orders'.
    Absent {
        table: usize,
    },
    /// 'above average price'.
    Average {
        column: Option<Col>,
        /// What says the column where nobody names it: 'older than average'.
        adjective: Option<&'static Adjective>,
        relation: Relation,
        function: Aggregate,
    },
    /// A comparison whose column nobody named: taken where only one column can be meant.
    Loose {
        relation: Relation,
        number: f64,
    },
    /// Text that must occur in the name of the thing asked about.
    Named {
        pattern: String,
        negated: bool,
        like: bool,
    },
    /// 'order 42'.
    Numbered {
        table: usize,
        number: f64,
    },
    /// 'a customer named Omar': the name, or its first word.
    Called {
        text: String,
        table: Option<usize>,
    },
    /// 'customers who use the most popular payment method'.
    Commonest {
        column: Col,
        up: bool,
    },
    /// 'any store in Dallas', where no text of the data is Dallas: no row is.
    Nowhere {
        text: String,
    },
    /// 'earn more than their manager': the same column of the row that `key` points at, in the same table.
    Fellow {
        key: Col,
        column: Option<Col>,
        adjective: Option<&'static Adjective>,
        relation: Relation,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub ask: Ask,
    pub items: Vec<Item>,
    /// How many of the items an earlier sentence asked for.
    pub earlier: usize,
    /// Tables that are mentioned without being shown.
    pub context: Vec<usize>,
    pub filters: Vec<Filter>,
    pub groups: Vec<Group>,
    /// 'more than 5 orders'.
    pub having: Vec<(Item, Relation, f64)>,
    /// One of these is enough: 'an average above 50 or below 30'.
    pub either: bool,
    pub keys: Vec<Key>,
    /// The order was asked for as such ('sorted by'), not by a superlative.
    pub sorted: bool,
    pub limit: Option<u64>,
    /// 'the second largest': so many come before it.
    pub skip: Option<u64>,
    pub all: bool,
    pub trend: bool,
    pub share: bool,
    /// 'of the paid invoices': what the whole is narrowed by, where something else is said of the part.
    pub of_which: Vec<Condition>,
    /// 'the ratio of women to men'.
    pub ratio: bool,
    pub average_count: bool,
    /// The group that came with 'per', or that an average is taken of: 'average monthly revenue'.
    pub per: Option<Group>,
    /// 'most common'.
    pub common: Option<bool>,
    /// How common it is is shown as well.
    pub shows_common: bool,
    /// What it is ranked or limited by is to be shown.
    pub that_figure: bool,
    pub assumptions: Vec<String>,
    /// Pieces that found no place, for the score.
    pub dangling: Vec<usize>,
    pub aggregate_words: usize,
    /// Words that no piece covers but that were used as text ('containing foo').
    pub consumed: Vec<usize>,
    /// Functions without anything to apply them to: 'and the average?'.
    pub leftover: Vec<Aggregate>,
    pub asks_which: bool,
    pub asks_who: bool,
    pub asks_when: bool,
    pub asks_where: bool,
    /// 'in which year': the time itself is asked for.
    pub asks_grain: Option<Grain>,
    /// 'compare': the values named are shown side by side.
    pub compare: bool,
    /// A verb that stands for a date ('sold', 'opened'), and whether a time was said of it.
    pub event: Option<(Col, bool)>,
    /// Groups that came with 'each', which may only mean 'all of them'.
    pub each: bool,
    /// What is said after a comparison with a figure narrows the rows of that figure.
    pub narrows_figure: bool,
    /// What is said before 'or' holds together, and what is said behind it.
    pub or_splits: bool,
    /// An adjective may be about a text ('oldest' where a birthday is one). People would be misled by its order.
    pub orders_texts: bool,
    /// What is listed belongs to the thing that wins the ranking.
    pub of_winner: bool,
    /// What is grouped by is not shown.
    pub hides_groups: bool,
    /// Nothing but the figures of the groups is shown.
    pub only_figures: bool,
    /// Groups are known by the key that points at them, not by a name.
    pub groups_by_key: bool,
    /// Tables that were only mentioned say nothing about the rows.
    pub ignores_context: bool,
    /// The row that holds the extreme of each group is shown beside it, the figure as well where it was asked for.
    pub bare_each: Option<bool>,
    /// Two tables named side by side behind 'of'.
    pub pair: Option<(usize, usize)>,
    /// The same column of another table belongs to the list.
    pub joined_list: Option<Col>,
    /// 'in descending order', whatever it is that is sorted.
    pub direction: Option<bool>,
    /// 'in alphabetical order'.
    pub alphabetical: bool,
    /// 'both X and Y': each must hold, not one of them.
    pub both: bool,
    /// Nobody said 'both': it is meant only where a thing can have two.
    pub implies_both: bool,
    /// Asked by a person, who wants every customer counted, also those without an order.
    pub for_people: bool,
    /// 'per hectare', 'per 100 km': a figure that others are divided by, and how many of it.
    pub divisor: Option<(Col, f64)>,
    /// What things were called in the question, for the names of result columns.
    pub said: Vec<(Target, String)>,
}

impl Draft {
    /// 'how many?' with nothing of its own to count.
    pub fn counts_again(&self) -> bool {
        self.ask == Ask::Count && self.items.is_empty()
    }
}
