//! Reading DuckDB's vectors: which type lies there, and the value of a row. With `raw` the only place of `unsafe`.
//!
//! A vector is only read through `get`, which checks the row against the length, the validity mask, and the type
//! against the list of types that lie in memory that way; so a wrong guess of the caller gives `None`, not nonsense.
//! "(own)" in the proofs is the rule of `raw`: made by DuckDB, kept private, destroyed once.

use super::raw::{Chunk, take_text};
use duckdb::ffi;
use std::ffi::c_void;
use std::marker::PhantomData;

/// The values of a column within a chunk. DuckDB flattens what it hands out, so row `i` is at place `i`.
#[derive(Clone, Copy)]
pub(super) struct Vector<'c> {
    pointer: ffi::duckdb_vector,
    data: *const c_void,
    validity: *const u64,
    len: usize,
    /// How the values lie in memory; enums and decimals are resolved to the integer behind them.
    physical: ffi::duckdb_type,
    _chunk: PhantomData<&'c Chunk>,
}

/// A value that a vector holds side by side.
///
/// # Safety
/// `TYPES` must be exactly those DuckDB types whose vectors are arrays of `Self`, valid for every bit pattern.
pub(super) unsafe trait Plain: Copy {
    const TYPES: &'static [ffi::duckdb_type];
}

macro_rules! plain {
    ($($rust:ty: $($duckdb:ident)+;)+) => { $(
        // SAFETY: the sizes are those that duckdb.h documents for these types.
        unsafe impl Plain for $rust { const TYPES: &'static [ffi::duckdb_type] = &[$(kind::$duckdb),+]; }
    )+ };
}

plain! {
    u8: BOOLEAN UTINYINT;
    i8: TINYINT;
    i16: SMALLINT;
    u16: USMALLINT;
    i32: INTEGER DATE;
    u32: UINTEGER;
    i64: BIGINT TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS TIMESTAMP_TZ TIME TIME_NS;
    u64: UBIGINT TIME_TZ;
    f32: FLOAT;
    f64: DOUBLE;
    ffi::duckdb_hugeint: HUGEINT UUID;
    ffi::duckdb_uhugeint: UHUGEINT;
    ffi::duckdb_interval: INTERVAL;
    ffi::duckdb_list_entry: LIST MAP;
    ffi::duckdb_string_t: VARCHAR BLOB BIT BIGNUM GEOMETRY;
}

impl<'c> Vector<'c> {
    /// # Safety
    /// The vector must hold `len` rows and live for `'c`.
    pub unsafe fn new(pointer: ffi::duckdb_vector, len: usize) -> Self {
        // SAFETY: the caller's promise; a missing validity mask is null and means that all rows are valid.
        unsafe {
            let physical = LogicalType(ffi::duckdb_vector_get_column_type(pointer)).physical();
            let data = ffi::duckdb_vector_get_data(pointer).cast_const();
            let validity = ffi::duckdb_vector_get_validity(pointer).cast_const();
            Self { pointer, data, validity, len, physical, _chunk: PhantomData }
        }
    }

    pub fn is_null(&self, row: usize) -> bool {
        if row >= self.len || self.validity.is_null() {
            return row >= self.len;
        }
        // SAFETY: the mask has a bit for each of `len` rows, and `row` is below that.
        unsafe { *self.validity.add(row / 64) >> (row % 64) & 1 == 0 }
    }

    /// The value of a row; `None` for NULL, and for a type that does not lie in memory as `T`.
    pub fn get<T: Plain>(&self, row: usize) -> Option<T> {
        if self.is_null(row) || !T::TYPES.contains(&self.physical) || self.data.is_null() {
            return None;
        }
        // SAFETY: `row` is below `len` (`is_null` checked), and by `Plain` the data is an array of `T`.
        Some(unsafe { self.data.cast::<T>().add(row).read() })
    }

    /// The bytes of a text, blob, bit string or big number.
    pub fn bytes(&self, row: usize) -> Option<&'c [u8]> {
        self.get::<ffi::duckdb_string_t>(row)?;
        // SAFETY: `get` proved the place to hold a string; its bytes are inside it or on the chunk's heap, and
        // both live for `'c`. The pointer into the vector is kept, since short strings are stored in place.
        unsafe {
            let place = self.data.cast::<ffi::duckdb_string_t>().add(row).cast_mut();
            let length = ffi::duckdb_string_t_length(*place) as usize;
            let start = ffi::duckdb_string_t_data(place).cast::<u8>();
            Some(if length == 0 { &[] } else { std::slice::from_raw_parts(start, length) })
        }
    }

    /// All elements of all lists of the vector; `None` when it holds no lists.
    pub fn list_items(&self) -> Option<Vector<'c>> {
        [kind::LIST, kind::MAP].contains(&self.physical).then(|| {
            // SAFETY: it is a list vector; its child belongs to it and has the size that DuckDB says.
            unsafe {
                let size = ffi::duckdb_list_vector_get_size(self.pointer) as usize;
                Vector::new(ffi::duckdb_list_vector_get_child(self.pointer), size)
            }
        })
    }

    /// All elements of all fixed-size arrays of the vector.
    pub fn array_items(&self, size: usize) -> Option<Vector<'c>> {
        (self.physical == kind::ARRAY).then(|| {
            // SAFETY: it is an array vector, whose child holds `size` elements for each row.
            unsafe { Vector::new(ffi::duckdb_array_vector_get_child(self.pointer), self.len * size) }
        })
    }

    /// The values of field `index`, which the caller takes from the struct's own type.
    pub fn field(&self, index: usize) -> Option<Vector<'c>> {
        // SAFETY: the type belongs to the vector, which lives.
        let logical = LogicalType(unsafe { ffi::duckdb_vector_get_column_type(self.pointer) });
        let fields = match self.physical {
            kind::STRUCT => logical.fields().len(),
            kind::UNION => logical.members().len() + 1,
            _ => 0,
        };
        (index < fields).then(|| {
            // SAFETY: the field exists (checked), belongs to the vector and has as many rows.
            unsafe { Vector::new(ffi::duckdb_struct_vector_get_child(self.pointer, index as u64), self.len) }
        })
    }
}

/// A type with its parts; owned like the handles of `raw`.
pub(super) struct LogicalType(ffi::duckdb_logical_type);

impl LogicalType {
    /// # Safety
    /// A type that DuckDB made for the caller, who gives it away here.
    pub unsafe fn new(logical: ffi::duckdb_logical_type) -> Self {
        Self(logical)
    }

    pub fn id(&self) -> ffi::duckdb_type {
        // SAFETY: the type lives, as in all calls of this block.
        unsafe { ffi::duckdb_get_type_id(self.0) }
    }

    fn physical(&self) -> ffi::duckdb_type {
        match self.id() {
            // SAFETY: it is a decimal.
            kind::DECIMAL => unsafe { ffi::duckdb_decimal_internal_type(self.0) },
            // SAFETY: it is an enum.
            kind::ENUM => unsafe { ffi::duckdb_enum_internal_type(self.0) },
            other => other,
        }
    }

    pub fn alias(&self) -> Option<String> {
        // SAFETY: see `id`.
        take_text(unsafe { ffi::duckdb_logical_type_get_alias(self.0) })
    }

    /// Width and scale; zeros for what is not a decimal, as DuckDB answers.
    pub fn decimal(&self) -> (u8, u8) {
        // SAFETY: see `id`.
        unsafe { (ffi::duckdb_decimal_width(self.0), ffi::duckdb_decimal_scale(self.0)) }
    }

    pub fn enum_words(&self) -> Vec<String> {
        if self.id() != kind::ENUM {
            return Vec::new();
        }
        // SAFETY: it is an enum, and every index is below its size.
        let size = unsafe { ffi::duckdb_enum_dictionary_size(self.0) };
        (0..u64::from(size))
            // SAFETY: as above.
            .map(|i| take_text(unsafe { ffi::duckdb_enum_dictionary_value(self.0, i) }).unwrap_or_default())
            .collect()
    }

    /// The type of the elements of a list or array.
    pub fn items(&self) -> Option<LogicalType> {
        match self.id() {
            // SAFETY: it is a list or a map, whose elements are its entries; (own) for the child.
            kind::LIST | kind::MAP => Some(LogicalType(unsafe { ffi::duckdb_list_type_child_type(self.0) })),
            // SAFETY: it is an array; (own).
            kind::ARRAY => Some(LogicalType(unsafe { ffi::duckdb_array_type_child_type(self.0) })),
            _ => None,
        }
    }

    pub fn array_size(&self) -> usize {
        // SAFETY: see `id`; 0 for what is not an array.
        if self.id() == kind::ARRAY { unsafe { ffi::duckdb_array_type_array_size(self.0) as usize } } else { 0 }
    }

    pub fn fields(&self) -> Vec<(String, LogicalType)> {
        if self.id() != kind::STRUCT {
            return Vec::new();
        }
        // SAFETY: it is a struct, and every index is below the count; (own) for the children.
        unsafe {
            (0..ffi::duckdb_struct_type_child_count(self.0))
                .map(|i| {
                    let name = take_text(ffi::duckdb_struct_type_child_name(self.0, i));
                    (name.unwrap_or_default(), LogicalType(ffi::duckdb_struct_type_child_type(self.0, i)))
                })
                .collect()
        }
    }

    pub fn members(&self) -> Vec<(String, LogicalType)> {
        if self.id() != kind::UNION {
            return Vec::new();
        }
        // SAFETY: it is a union, and every index is below the count; (own) for the children.
        unsafe {
            (0..ffi::duckdb_union_type_member_count(self.0))
                .map(|i| {
                    let name = take_text(ffi::duckdb_union_type_member_name(self.0, i));
                    (name.unwrap_or_default(), LogicalType(ffi::duckdb_union_type_member_type(self.0, i)))
                })
                .collect()
        }
    }
}

impl Drop for LogicalType {
    fn drop(&mut self) {
        // SAFETY: (own).
        unsafe { ffi::duckdb_destroy_logical_type(&mut self.0) }
    }
}

/// DuckDB's type ids under short names.
pub(super) mod kind {
    use duckdb::ffi;

    macro_rules! kinds {
        ($($name:ident = $id:ident;)+) => { $(pub const $name: ffi::duckdb_type = ffi::$id;)+ };
    }

    kinds! {
        BOOLEAN = DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN;
        TINYINT = DUCKDB_TYPE_DUCKDB_TYPE_TINYINT;
        SMALLINT = DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT;
        INTEGER = DUCKDB_TYPE_DUCKDB_TYPE_INTEGER;
        BIGINT = DUCKDB_TYPE_DUCKDB_TYPE_BIGINT;
        UTINYINT = DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT;
        USMALLINT = DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT;
        UINTEGER = DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER;
        UBIGINT = DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT;
        FLOAT = DUCKDB_TYPE_DUCKDB_TYPE_FLOAT;
        DOUBLE = DUCKDB_TYPE_DUCKDB_TYPE_DOUBLE;
        TIMESTAMP = DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP;
        DATE = DUCKDB_TYPE_DUCKDB_TYPE_DATE;
        TIME = DUCKDB_TYPE_DUCKDB_TYPE_TIME;
        INTERVAL = DUCKDB_TYPE_DUCKDB_TYPE_INTERVAL;
        HUGEINT = DUCKDB_TYPE_DUCKDB_TYPE_HUGEINT;
        VARCHAR = DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR;
        BLOB = DUCKDB_TYPE_DUCKDB_TYPE_BLOB;
        DECIMAL = DUCKDB_TYPE_DUCKDB_TYPE_DECIMAL;
        TIMESTAMP_S = DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_S;
        TIMESTAMP_MS = DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_MS;
        TIMESTAMP_NS = DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_NS;
        ENUM = DUCKDB_TYPE_DUCKDB_TYPE_ENUM;
        LIST = DUCKDB_TYPE_DUCKDB_TYPE_LIST;
        STRUCT = DUCKDB_TYPE_DUCKDB_TYPE_STRUCT;
        MAP = DUCKDB_TYPE_DUCKDB_TYPE_MAP;
        UUID = DUCKDB_TYPE_DUCKDB_TYPE_UUID;
        UNION = DUCKDB_TYPE_DUCKDB_TYPE_UNION;
        BIT = DUCKDB_TYPE_DUCKDB_TYPE_BIT;
        TIME_TZ = DUCKDB_TYPE_DUCKDB_TYPE_TIME_TZ;
        TIMESTAMP_TZ = DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP_TZ;
        UHUGEINT = DUCKDB_TYPE_DUCKDB_TYPE_UHUGEINT;
        ARRAY = DUCKDB_TYPE_DUCKDB_TYPE_ARRAY;
        BIGNUM = DUCKDB_TYPE_DUCKDB_TYPE_BIGNUM;
        SQLNULL = DUCKDB_TYPE_DUCKDB_TYPE_SQLNULL;
        TIME_NS = DUCKDB_TYPE_DUCKDB_TYPE_TIME_NS;
        GEOMETRY = DUCKDB_TYPE_DUCKDB_TYPE_GEOMETRY;
    }
}
