use super::*;
use proptest::prelude::*;

const NAME: Field = Field { weight: 3.0, length_matters: 0.5 };
const TEXT: Field = Field { weight: 1.0, length_matters: 0.75 };

fn index(documents: &[[&str; 2]]) -> Index {
    let mut builder = IndexBuilder::new([NAME, TEXT]);
    for document in documents {
        let fields = document.map(|text| text.split_whitespace().map(|w| builder.key(w)).collect());
        builder.add(&fields);
    }
    builder.finish()
}

fn scores(index: &Index, question: &str) -> Vec<f32> {
    let mut scores = index.no_scores();
    for word in question.split_whitespace() {
        index.score(&[(index.key(word), 1.0)], &mut scores);
    }
    scores
}

#[test]
fn heavier_fields_rarer_words_and_shorter_texts_win() {
    let index = index(&[["order", "x y z"], ["item", "order y z"], ["order item status", "x"], ["city", "rare y z"]]);
    let found = scores(&index, "order");
    assert!(found[0] > found[2] && found[2] > found[1] && found[1] > 0.0 && found[3] == 0.0, "{found:?}");
    let found = scores(&index, "rare y");
    assert!(found[3] > found[0] && found[0] == found[1], "{found:?}");
}

#[test]
fn variants_of_a_word_do_not_add_up() {
    let index = index(&[["customer client", ""], ["customer", ""]]);
    let mut found = index.no_scores();
    index.score(&[(index.key("customer"), 1.0), (index.key("client"), 0.5)], &mut found);
    assert!(found[0] <= found[1] * 1.5, "{found:?}");
}

#[test]
fn nothing_can_be_read_out_of_it() {
    let index = index(&[["password", "hunter2"]]);
    assert_eq!(format!("{index:?}"), "Index of 2 words in 1 documents");
}

#[test]
fn an_empty_index_answers() {
    assert!(scores(&index(&[]), "x").is_empty());
    assert_eq!(scores(&index(&[["", ""]]), "x"), [0.0]);
}

/// The formula again, written out over the documents themselves.
fn by_scanning(documents: &[[String; 2]], question: &str) -> Vec<f32> {
    let words = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let average = |field: usize| {
        let filled: Vec<f32> =
            documents.iter().map(|d| words(&d[field]).len() as f32).filter(|length| *length > 0.0).collect();
        if filled.is_empty() { 0.0 } else { filled.iter().sum::<f32>() / filled.len() as f32 }
    };
    let averages = [average(0), average(1)];
    let frequency = |document: &[String; 2], word: &str| -> f32 {
        [NAME, TEXT]
            .iter()
            .enumerate()
            .map(|(i, field)| {
                let held = words(&document[i]);
                let count = held.iter().filter(|w| *w == word).count() as f32;
                let relative = if averages[i] > 0.0 { held.len() as f32 / averages[i] } else { 1.0 };
                field.weight * count / (1.0 - field.length_matters + field.length_matters * relative)
            })
            .sum()
    };
    let score = |document: &[String; 2]| -> f32 {
        let worth = |word: &String| {
            let holding = documents.iter().filter(|d| frequency(d, word) > 0.0).count() as f32;
            let rarity = (1.0 + (documents.len() as f32 + 10.0 - holding + 0.5) / (holding + 0.5)).ln();
            let frequency = frequency(document, word);
            rarity * frequency / (frequency + 1.2)
        };
        words(question).iter().map(worth).sum()
    };
    documents.iter().map(score).collect()
}

proptest! {
    #[test]
    fn the_index_finds_what_a_scan_finds(
        documents in prop::collection::vec(["([a-e] ){0,4}", "([a-h] ){0,9}"], 0..12),
        question in "([a-j] ){0,4}",
    ) {
        let texts: Vec<[&str; 2]> = documents.iter().map(|[a, b]| [a.as_str(), b.as_str()]).collect();
        for (indexed, scanned) in scores(&index(&texts), &question).iter().zip(by_scanning(&documents, &question)) {
            prop_assert!((indexed - scanned).abs() < 1e-4, "{indexed} {scanned}");
        }
    }
}
