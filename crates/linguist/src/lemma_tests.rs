use super::*;

#[test]
fn plurals() {
    for (form, base) in [
        ("cities", "city"),
        ("boxes", "box"),
        ("classes", "class"),
        ("people", "person"),
        ("countries", "country"),
        ("addresses", "address"),
        ("prices", "price"),
        ("movies", "movie"),
        ("status", "status"),
        ("bus", "bus"),
        ("analyses", "analysis"),
        ("children", "child"),
        ("women", "woman"),
        ("series", "series"),
        ("houses", "house"),
    ] {
        assert_eq!(lemma(form), base, "{form}");
    }
}

#[test]
fn verb_forms_share_a_stem() {
    for family in [
        &["order", "ordered", "ordering", "orders"][..],
        &["ship", "shipped", "shipping"],
        &["price", "priced", "pricing"],
        &["sell", "sold", "selling"],
        &["return", "returned", "returns"],
        &["study", "studied", "studying", "studies"],
    ] {
        let stems: std::collections::BTreeSet<String> = family.iter().map(|w| stem(&lemma(w))).collect();
        assert_eq!(stems.len(), 1, "{family:?} -> {stems:?}");
    }
}
