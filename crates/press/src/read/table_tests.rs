use super::*;

#[test]
fn figures_are_told_from_dates_and_codes() {
    for figure in
        ["0", "1,234.5", "1.234,50 €", "−3 %", "+2 pp", "(12)", "€ 4.1 m", "3.2×", "12 345", "$1.2M", "~40%", ".5"]
    {
        assert!(is_figure(figure), "{figure}");
    }
    for other in ["2024-01-05", "Q3", "A-12", "12 apples", "", "north", "10:30", "1/2", "v1.2", "5 of 9", "%", "12-15"]
    {
        assert!(!is_figure(other), "{other}");
    }
}
