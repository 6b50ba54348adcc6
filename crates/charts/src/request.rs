//! A chart by explicit request: this kind, these columns. What was not named is chosen by the rules.

use crate::choose::Shape;
use crate::column::Column;
use crate::plan::{Layout, Plan, X};
use crate::plot::Plot;
use crate::{ChartError, Hints, columns};
use vouch_model::{Chart, ChartType, ResultSet};

/// Columns by name; empty means "you choose".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    pub x: Option<String>,
    pub y: Option<String>,
    pub color: Option<String>,
}

pub fn build(kind: ChartType, fields: &Fields, rows: &ResultSet, hints: &Hints) -> Result<Chart, ChartError> {
    plot(kind, fields, rows, hints).map(|plot| plot.chart())
}

pub(crate) fn plot(kind: ChartType, fields: &Fields, rows: &ResultSet, hints: &Hints) -> Result<Plot, ChartError> {
    let columns = columns(rows, hints);
    let find = |name: &Option<String>| match name.as_deref() {
        Some(name) => named(&columns, name).map(Some),
        None => Ok(None),
    };
    let asked = Asked { kind, x: find(&fields.x)?, y: find(&fields.y)?, color: find(&fields.color)? };
    if rows.rows.is_empty() {
        return Err(ChartError::Empty { why: "there are no rows" });
    }
    let shape = Shape::of(&columns, rows);
    let plan = asked.plan(&shape, &columns, rows, hints)?;
    Plot::draw(&plan, rows, hints).ok_or(ChartError::Empty { why: "the columns hold no values that differ" })
}

/// The column, also when its case differs; otherwise an error that names the nearest.
fn named<'c, 'a>(columns: &'c [Column<'a>], name: &str) -> Result<&'c Column<'a>, ChartError> {
    let found =
        columns.iter().find(|c| c.name == name).or_else(|| columns.iter().find(|c| c.name.eq_ignore_ascii_case(name)));
    found.ok_or_else(|| unknown(name, columns.iter().map(|c| c.name)))
}

pub(crate) fn unknown<'n>(name: &str, columns: impl Iterator<Item = &'n str> + Clone) -> ChartError {
    let close = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase());
    let nearest = columns.clone().max_by(|a, b| close(a).total_cmp(&close(b))).filter(|near| close(near) > 0.75);
    ChartError::UnknownColumn {
        name: name.to_owned(),
        nearest: nearest.map(str::to_owned),
        columns: columns.map(str::to_owned).collect(),
    }
}

struct Asked<'c, 'a> {
    kind: ChartType,
    x: Option<&'c Column<'a>>,
    y: Option<&'c Column<'a>>,
    color: Option<&'c Column<'a>>,
}

impl<'c, 'a> Asked<'c, 'a> {
    fn plan(
        &self,
        shape: &Shape<'c, 'a>,
        columns: &'c [Column<'a>],
        rows: &ResultSet,
        hints: &Hints,
    ) -> Result<Plan<'c, 'a>, ChartError> {
        let fail = |needs: &str| ChartError::Unsuitable {
            kind: self.kind.name(),
            needs: needs.to_owned(),
            columns: columns.iter().map(|c| c.name.to_owned()).collect(),
        };
        let plan = |x, y: Option<&'c Column<'a>>, color, layout| {
            Ok(Plan { kind: self.kind, x, y: y.into_iter().collect(), color, layout })
        };
        let measure = || self.measure(shape, rows, hints);
        match self.kind {
            ChartType::Bar | ChartType::Line | ChartType::Area => {
                let (x, y) = self.oriented();
                let x = x
                    .map(X::Column)
                    .or_else(|| self.dimension(shape, columns))
                    .ok_or_else(|| fail("a column for x"))?;
                let taken = x.column().map(|c| c.index);
                let y = y.or_else(|| measure().filter(|m| Some(m.index) != taken));
                if y.is_some_and(|y| !y.numeric) {
                    return Err(fail("a column of numbers for y"));
                }
                let layout = if self.kind == ChartType::Bar { self.layout(y) } else { Layout::Free };
                plan(x, y, self.color, layout)
            }
            ChartType::Scatter => {
                let numeric = || columns.iter().filter(|c| c.numeric);
                let y = self.y.or_else(|| numeric().rfind(|c| self.x.is_none_or(|x| x.index != c.index)));
                let x = self.x.or_else(|| numeric().find(|c| y.is_some_and(|y| y.index != c.index)));
                match (x, y) {
                    (Some(x), Some(y)) if x.numeric && y.numeric => {
                        plan(X::Column(x), Some(y), self.color, Layout::Free)
                    }
                    _ => Err(fail("two columns of numbers")),
                }
            }
            ChartType::Histogram => {
                let x = self.x.or(self.y).or_else(measure).filter(|c| c.numeric);
                plan(X::Column(x.ok_or_else(|| fail("a column of numbers"))?), None, None, Layout::Free)
            }
            ChartType::Boxplot => {
                let (x, y) = self.oriented();
                let (x, y) = if y.is_none() && x.is_some_and(|x| x.numeric) { (None, x) } else { (x, y) };
                let y = y.or_else(measure).filter(|c| c.numeric).ok_or_else(|| fail("a column of numbers"))?;
                let x = x.or(self.color).map_or(X::None, X::Column);
                plan(x, Some(y), None, Layout::Free)
            }
            ChartType::Heatmap => {
                let mut free = columns.iter().filter(|c| c.is_category() || c.grain().is_some());
                let x = self.x.or_else(|| free.find(|c| self.y.is_none_or(|y| y.index != c.index)));
                let y = self.y.or_else(|| free.find(|c| x.is_some_and(|x| x.index != c.index)));
                let (Some(x), Some(y)) = (x, y) else {
                    return Err(fail("two columns of names, and one of numbers for the colour"));
                };
                let value = self.color.or_else(|| measure().filter(|m| m.index != x.index && m.index != y.index));
                if value.is_some_and(|value| !value.numeric) {
                    return Err(fail("a column of numbers for the colour"));
                }
                plan(X::Column(x), value, Some(y), Layout::Free)
            }
            ChartType::Other => Err(fail("one of the kinds that can be built")),
        }
    }

    /// Names belong to x: a request with the figures on x means bars across.
    fn oriented(&self) -> (Option<&'c Column<'a>>, Option<&'c Column<'a>>) {
        match (self.x, self.y) {
            (Some(x), Some(y)) if x.numeric && !y.numeric => (Some(y), Some(x)),
            pair => pair,
        }
    }

    fn layout(&self, y: Option<&Column<'_>>) -> Layout {
        let additive = y.is_none_or(Column::is_additive);
        match self.color {
            Some(color) if !additive || color.distinct <= 3 => Layout::Grouped,
            Some(_) => Layout::Stacked,
            None => Layout::Free,
        }
    }

    fn dimension(&self, shape: &Shape<'c, 'a>, columns: &'c [Column<'a>]) -> Option<X<'c, 'a>> {
        let used = |c: &&Column<'_>| {
            self.color.is_some_and(|color| color.index == c.index) || self.y.is_some_and(|y| y.index == c.index)
        };
        let time = shape.time().filter(|x| !x.column().is_some_and(|c| used(&c)));
        let name = || columns.iter().find(|c| c.is_category() && !used(c)).map(X::Column);
        let any = || columns.iter().find(|c| c.filled > 0 && !used(c)).map(X::Column);
        match self.kind {
            ChartType::Bar => name().or(time).or_else(any),
            _ => time.or_else(name).or_else(any),
        }
    }

    fn measure(&self, shape: &Shape<'c, 'a>, rows: &ResultSet, hints: &Hints) -> Option<&'c Column<'a>> {
        let taken = |c: &Column<'_>| [self.x, self.color].iter().flatten().any(|used| used.index == c.index);
        let first = shape.primary(rows, hints).filter(|c| !taken(c));
        first.or_else(|| shape.measures.iter().find(|c| !taken(c)).copied())
    }
}
