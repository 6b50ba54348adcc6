//! The few words of our own in a report, in the report's language.

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Words {
    /// ISO 639, as typst and HTML want it.
    pub language: &'static str,
    pub contents: &'static str,
    pub figure: &'static str,
    pub table: &'static str,
    pub report: &'static str,
    pub rows_left_out: &'static str,
    pub columns_left_out: &'static str,
    pub no_chart: &'static str,
    pub no_glyphs: &'static str,
}

const ENGLISH: Words = Words {
    language: "en",
    contents: "Contents",
    figure: "Figure",
    table: "Table",
    report: "Report",
    rows_left_out: "Further rows that are not printed here:",
    columns_left_out: "Further columns that are not printed here:",
    no_chart: "This chart is not part of the report:",
    no_glyphs: "Some characters have no glyph in this file's fonts and appear as boxes; the HTML version shows them:",
};

const GERMAN: Words = Words {
    language: "de",
    contents: "Inhalt",
    figure: "Abbildung",
    table: "Tabelle",
    report: "Bericht",
    rows_left_out: "Weitere Zeilen, die hier nicht gedruckt sind:",
    columns_left_out: "Weitere Spalten, die hier nicht gedruckt sind:",
    no_chart: "Dieses Diagramm ist nicht Teil des Berichts:",
    no_glyphs: "Einige Zeichen fehlen in den Schriften dieser Datei und erscheinen als Kästchen; die HTML-Fassung zeigt sie:",
};

const FRENCH: Words = Words {
    language: "fr",
    contents: "Sommaire",
    figure: "Figure",
    table: "Tableau",
    report: "Rapport",
    rows_left_out: "Lignes supplémentaires non imprimées ici :",
    columns_left_out: "Colonnes supplémentaires non imprimées ici :",
    no_chart: "Ce graphique ne fait pas partie du rapport :",
    no_glyphs: "Certains caractères manquent dans les polices de ce fichier et apparaissent en carrés ; la version HTML les montre :",
};

const SPANISH: Words = Words {
    language: "es",
    contents: "Índice",
    figure: "Figura",
    table: "Tabla",
    report: "Informe",
    rows_left_out: "Filas adicionales que no se imprimen aquí:",
    columns_left_out: "Columnas adicionales que no se imprimen aquí:",
    no_chart: "Este gráfico no forma parte del informe:",
    no_glyphs: "Algunos caracteres faltan en las fuentes de este archivo y aparecen como recuadros; la versión HTML los muestra:",
};

const ITALIAN: Words = Words {
    language: "it",
    contents: "Indice",
    figure: "Figura",
    table: "Tabella",
    report: "Rapporto",
    rows_left_out: "Altre righe non stampate qui:",
    columns_left_out: "Altre colonne non stampate qui:",
    no_chart: "Questo grafico non fa parte del rapporto:",
    no_glyphs: "Alcuni caratteri mancano nei font di questo file e appaiono come riquadri; la versione HTML li mostra:",
};

/// The words for a BCP 47 tag; English where there are none.
pub(crate) fn of(language: &str) -> &'static Words {
    let primary = language.split(['-', '_']).next().unwrap_or_default();
    [&GERMAN, &FRENCH, &SPANISH, &ITALIAN]
        .into_iter()
        .find(|words| words.language.eq_ignore_ascii_case(primary))
        .unwrap_or(&ENGLISH)
}

/// The language's code for hyphenation and screen readers: two or three letters, whatever was handed in.
pub(crate) fn code(language: &str) -> String {
    let primary = language.split(['-', '_']).next().unwrap_or_default();
    let valid = matches!(primary.len(), 2 | 3) && primary.bytes().all(|b| b.is_ascii_alphabetic());
    if valid { primary.to_ascii_lowercase() } else { "en".to_owned() }
}
