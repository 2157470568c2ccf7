//! Postal addresses of people.

use std::collections::HashMap;

use sparkyard_kernel::{UserId, db::DbError};
use surrealdb::types::SurrealValue;

use super::{PERSON, PeopleStore};

#[derive(SurrealValue)]
struct AddressRow {
    street: String,
    location: String,
    zip_code: String,
}

impl PeopleStore {
    /// Returns the addresses of those of `ids` who gave one, in one line.
    pub(crate) async fn addresses(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, String>, DbError> {
        let rows: Vec<Option<AddressRow>> = self.db.get_all(PERSON, ids.iter().cloned()).await?;
        let known =
            ids.iter().zip(rows).filter_map(|(id, row)| Some((id.clone(), one_line(&row?))));
        Ok(known.filter(|(_, address)| !address.is_empty()).collect())
    }
}

fn one_line(row: &AddressRow) -> String {
    let parts = [&row.street, &row.location, &row.zip_code].map(|part| part.trim());
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_are_left_out() {
        let address = |street: &str, location: &str, zip_code: &str| {
            let [street, location, zip_code] = [street, location, zip_code].map(str::to_owned);
            one_line(&AddressRow { street, location, zip_code })
        };
        assert_eq!(
            address("1 Mill Lane", "Hebden Bridge", "HX7"),
            "1 Mill Lane, Hebden Bridge, HX7"
        );
        assert_eq!(address(" ", "Leeds", ""), "Leeds");
        assert_eq!(address("", "", ""), "");
    }
}
