//! An Excel workbook with one sheet. Texts are written as texts, so that none of them can be a formula.

use rust_xlsxwriter::{Format, Workbook, XlsxError};
use vouch_model::{ResultSet, Value};

pub fn workbook(results: &ResultSet) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let bold = Format::new().set_bold();
    for (at, column) in results.columns.iter().enumerate() {
        sheet.write_string_with_format(0, column_number(at)?, &column.name, &bold)?;
    }
    for (line, row) in results.rows.iter().enumerate() {
        let line = u32::try_from(line + 1).map_err(|_| XlsxError::RowColumnLimitError)?;
        for (at, value) in row.iter().enumerate() {
            let at = column_number(at)?;
            match value {
                Value::Null => continue,
                Value::Bool(value) => sheet.write_boolean(line, at, *value)?,
                // A double holds whole numbers up to 2^53; longer ones, such as ids, stay exact as text.
                Value::Int(number) if number.unsigned_abs() < 1 << 53 => {
                    sheet.write_number(line, at, *number as f64)?
                }
                Value::Decimal(number) if number.significant_digits() <= 15 => {
                    sheet.write_number(line, at, number.to_f64())?
                }
                Value::Float(number) if number.is_finite() => sheet.write_number(line, at, *number)?,
                other => sheet.write_string(line, at, other.to_string())?,
            };
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    book.save_to_buffer()
}

fn column_number(at: usize) -> Result<u16, XlsxError> {
    u16::try_from(at).map_err(|_| XlsxError::RowColumnLimitError)
}
