//! Whether somebody asked for a picture in words, and for which kind: 'as a bar chart', 'a scatter plot of'. Shares of a whole are bars here too:
//! who asks for a pie gets what can be compared.

use vouch_model::ChartType;

const PICTURES: [&str; 6] = ["chart", "charts", "graph", "graphs", "plot", "diagram"];

/// The first that is named; none where a picture is asked for without saying which.
pub fn asked_for(question: &str) -> Option<ChartType> {
    let words: Vec<String> =
        question.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        let drawn = PICTURES.contains(&next);
        Some(match word.as_str() {
            "bar" | "column" | "pie" | "donut" | "doughnut" if drawn => ChartType::Bar,
            "barchart" | "piechart" => ChartType::Bar,
            "line" if drawn => ChartType::Line,
            "linechart" => ChartType::Line,
            "area" if drawn => ChartType::Area,
            "scatter" if drawn => ChartType::Scatter,
            "scatterplot" => ChartType::Scatter,
            "histogram" => ChartType::Histogram,
            "box" if next == "plot" => ChartType::Boxplot,
            "boxplot" => ChartType::Boxplot,
            "heat" if next == "map" => ChartType::Heatmap,
            "heatmap" => ChartType::Heatmap,
            _ => return None,
        })
    })
}

/// Whether a picture is asked for at all: 'plot', 'draw', 'as a graph'.
pub fn wants_picture(question: &str) -> bool {
    const DRAWING: [&str; 3] = ["visualize", "visualise", "draw"];
    let words = question.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let says = |word: String| DRAWING.contains(&word.as_str()) || PICTURES.contains(&word.as_str());
    asked_for(question).is_some() || words.into_iter().any(says)
}

#[cfg(test)]
#[path = "wish_tests.rs"]
mod tests;
