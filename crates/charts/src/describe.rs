//! A chart in words: what is plotted, and its extremes in a plain sentence for those who cannot see it.

use crate::calendar::{Grain, Moment};
use crate::number;
use crate::plot::{Along, Axis, Bars, Boxes, Cells, Line, Lines, Marks, Plot, Points};
use crate::words::{capitalize, lower_first, shorten};
use vouch_model::ChartType;

/// "Total revenue by month".
pub(crate) fn what(marks: &Marks) -> String {
    let by = |measure: &Axis, parts: &[Option<&Axis>]| {
        let parts: Vec<String> = parts.iter().flatten().map(|axis| lower_first(&axis.title)).collect();
        if parts.is_empty() { measure.title.clone() } else { format!("{} by {}", measure.title, parts.join(" and ")) }
    };
    match marks {
        Marks::Bars(bars) => by(&bars.value, &[Some(&bars.label), named(bars.series.as_ref())]),
        Marks::Lines(lines) => by(&lines.y, &[Some(&lines.x), named(lines.series.as_ref())]),
        Marks::Points(points) => {
            let main = format!("{} and {}", points.y.title, lower_first(&points.x.title));
            points.series.as_ref().map_or(main.clone(), |s| format!("{main} by {}", lower_first(&s.title)))
        }
        Marks::Cells(cells) => by(&cells.value, &[Some(&cells.y), Some(&cells.x)]),
        Marks::Bins(bins) => format!("Distribution of {}", lower_first(&bins.value.title)),
        Marks::Boxes(boxes) => match &boxes.label {
            Some(label) => format!("Spread of {} by {}", lower_first(&boxes.value.title), lower_first(&label.title)),
            None => format!("Spread of {}", lower_first(&boxes.value.title)),
        },
    }
}

/// Several measures are named in the legend already.
fn named(series: Option<&Axis>) -> Option<&Axis> {
    series.filter(|axis| axis.title != "Measure")
}

pub(crate) fn sentence(plot: &Plot) -> String {
    let what = lower_first(&what(&plot.marks));
    let extremes = match &plot.marks {
        Marks::Bars(bars) => of_bars(bars),
        Marks::Lines(lines) => of_lines(lines),
        Marks::Points(points) => of_points(points),
        Marks::Cells(cells) => of_cells(cells),
        Marks::Bins(bins) => bins.bins.iter().max_by_key(|bin| bin.count).map(|bin| {
            let edge = |x| number::full(x, bins.value.unit);
            format!("most values, {}, lie between {} and {}", bin.count, edge(bin.start), edge(bin.end))
        }),
        Marks::Boxes(boxes) => of_boxes(boxes),
    };
    let name = match plot.kind {
        ChartType::Histogram => return capitalize(&format!("{what}{}", ending(extremes))),
        ChartType::Scatter => "Scatter plot",
        ChartType::Heatmap => "Heat map",
        ChartType::Boxplot => "Box plot",
        ChartType::Line => "Line chart",
        ChartType::Area => "Area chart",
        ChartType::Bar | ChartType::Other => "Bar chart",
    };
    format!("{name} of {what}{}", ending(extremes))
}

fn ending(extremes: Option<String>) -> String {
    extremes.map_or_else(|| ".".to_owned(), |extremes| format!(": {extremes}."))
}

fn extremes<T>(items: impl Iterator<Item = T> + Clone, value: impl Fn(&T) -> f64) -> Option<(T, T)> {
    let greatest = items.clone().max_by(|a, b| value(a).total_cmp(&value(b)))?;
    let least = items.min_by(|a, b| value(a).total_cmp(&value(b)))?;
    Some((greatest, least))
}

fn of_bars(bars: &Bars) -> Option<String> {
    let (most, least) = extremes(bars.bars.iter(), |bar| bar.value)?;
    let name = |bar: &crate::plot::Bar| match &bar.series {
        Some(series) => format!("{}, {}", shorten(&bar.label, 40), shorten(series, 40)),
        None => shorten(&bar.label, 40),
    };
    let unit = bars.value.unit;
    if most.value == least.value {
        return Some(format!("all {} at {}", bars.bars.len(), number::full(most.value, unit)));
    }
    Some(format!(
        "highest {} at {}, lowest {} at {}",
        name(most),
        number::full(most.value, unit),
        name(least),
        number::full(least.value, unit)
    ))
}

/// "in March", "on 5 March", "at 18".
fn there(along: &Along, at: f64) -> String {
    let word = match along {
        Along::Time(Grain::Year | Grain::Quarter | Grain::Month) => "in",
        Along::Time(Grain::Week | Grain::Day) => "on",
        Along::Time(_) | Along::Numbers => "at",
        Along::Names(_) => "for",
    };
    format!("{word} {}", place(along, at))
}

pub(crate) fn place(along: &Along, at: f64) -> String {
    match along {
        Along::Time(grain) => grain.label(at as Moment),
        Along::Numbers => number::full(at, crate::words::Unit::Plain),
        Along::Names(names) => names.get(at as usize).cloned().unwrap_or_default(),
    }
}

fn of_lines(lines: &Lines) -> Option<String> {
    let points = lines
        .lines
        .iter()
        .flat_map(|line| line.points.iter().filter_map(move |(x, y)| Some((line.name.as_str(), *x, (*y)?))));
    let (most, least) = extremes(points, |(_, _, y)| *y)?;
    let unit = lines.y.unit;
    if let [line] = lines.lines.as_slice() {
        let (first, last) = ends(line)?;
        return Some(format!(
            "from {} {} to {} {}, highest {} {}, lowest {} {}",
            number::full(first.1, unit),
            there(&lines.along, first.0),
            number::full(last.1, unit),
            there(&lines.along, last.0),
            number::full(most.2, unit),
            there(&lines.along, most.1),
            number::full(least.2, unit),
            there(&lines.along, least.1),
        ));
    }
    let point = |(name, x, y): (&str, f64, f64)| {
        format!("{} at {} {}", shorten(name, 40), number::full(y, unit), there(&lines.along, x))
    };
    Some(format!("{} lines, highest {}, lowest {}", lines.lines.len(), point(most), point(least)))
}

fn ends(line: &Line) -> Option<((f64, f64), (f64, f64))> {
    let mut known = line.points.iter().filter_map(|(x, y)| Some((*x, (*y)?)));
    let first = known.next()?;
    Some((first, known.next_back().unwrap_or(first)))
}

fn of_points(points: &Points) -> Option<String> {
    let (right, left) = extremes(points.points.iter(), |p| p.x)?;
    let (top, bottom) = extremes(points.points.iter(), |p| p.y)?;
    let n = points.points.len() as f64;
    let mean = |of: fn(&crate::plot::Point) -> f64| points.points.iter().map(of).sum::<f64>() / n;
    let (mx, my) = (mean(|p| p.x), mean(|p| p.y));
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for p in &points.points {
        xy += (p.x - mx) * (p.y - my);
        xx += (p.x - mx).powi(2);
        yy += (p.y - my).powi(2);
    }
    let trend = match xy / (xx * yy).sqrt() {
        r if r > 0.5 => ", rising together",
        r if r < -0.5 => ", one falling as the other rises",
        r if r.is_finite() => ", with no clear line through them",
        _ => "",
    };
    Some(format!(
        "{} points, {} from {} to {}, {} from {} to {}{trend}",
        points.points.len(),
        lower_first(&points.x.title),
        number::full(left.x, points.x.unit),
        number::full(right.x, points.x.unit),
        lower_first(&points.y.title),
        number::full(bottom.y, points.y.unit),
        number::full(top.y, points.y.unit),
    ))
}

fn of_cells(cells: &Cells) -> Option<String> {
    let (most, least) = extremes(cells.cells.iter(), |cell| cell.value)?;
    let name = |cell: &crate::plot::Cell| {
        let value = number::full(cell.value, cells.value.unit);
        format!("{}, {} at {value}", shorten(&cell.y, 40), shorten(&cell.x, 40))
    };
    Some(format!("highest {}, lowest {}", name(most), name(least)))
}

fn of_boxes(boxes: &Boxes) -> Option<String> {
    let (most, least) = extremes(boxes.boxes.iter(), |b| b.median)?;
    let median = |b: &crate::plot::Spread| number::full(b.median, boxes.value.unit);
    if boxes.label.is_none() || boxes.boxes.len() < 2 {
        return Some(format!("median {} over {} values", median(most), most.count));
    }
    Some(format!(
        "highest median {} at {}, lowest {} at {}",
        shorten(&most.label, 40),
        median(most),
        shorten(&least.label, 40),
        median(least)
    ))
}
