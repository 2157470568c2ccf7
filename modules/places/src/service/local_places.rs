//! The site's own data: built-in places, added towns and imports.

use std::{
    cmp::Reverse,
    sync::{Arc, PoisonError, RwLock},
};

use sparkyard_kernel::{Point, db::DbError, ports::Place, text_folding::fold};
use tokio::sync::Mutex;

use crate::{
    model::{
        Town, Wanted,
        gazetteer::{Fit, Gazetteer},
        import::{Imported, Layout},
        names::{Builder, Names},
        postcode::Postcode,
        postcode_units,
    },
    store::PlaceStore,
};

/// Distance, in kilometres, within which two places of one name count as one.
const SAME_KM: f64 = 8.0;
/// Number of labels examined when the text continues after a comma.
const LABELS: usize = 60;

/// Places known without asking the provider.
pub(crate) struct LocalPlaces {
    pub(crate) gazetteer: Gazetteer,
    store: PlaceStore,
    names: RwLock<Loaded>,
    /// Held while names are loaded, so that they are loaded once.
    loading: Mutex<()>,
}

/// Added and imported names in memory, and the generations they come from.
#[derive(Clone, Default)]
struct Loaded {
    generations: Vec<i64>,
    names: Arc<Names>,
}

impl LocalPlaces {
    pub(crate) fn new(store: PlaceStore) -> anyhow::Result<Self> {
        Ok(Self {
            gazetteer: Gazetteer::embedded()?,
            store,
            names: RwLock::default(),
            loading: Mutex::default(),
        })
    }

    /// Returns up to `limit` places for a typed text, best match first.
    pub(crate) async fn search(
        &self,
        text: &str,
        wanted: Wanted,
        limit: usize,
    ) -> Result<Vec<Place>, DbError> {
        let mut places = Vec::new();
        if let Some(postcode) = typed_postcode(text) {
            if wanted.addresses() {
                places.extend(self.postcode(postcode).await?);
            }
            if wanted.towns() && places.is_empty() {
                places.extend(self.town_of(postcode).await?.map(|town| town.place()));
            }
        }
        if wanted.towns() && places.is_empty() {
            places = self.towns(text, limit).await?;
        }
        places.truncate(limit);
        Ok(places)
    }

    /// Returns the place of a postcode, in the town to which it most likely belongs. Uses the
    /// district if no import has whole postcodes.
    pub(crate) async fn postcode(&self, postcode: Postcode) -> Result<Option<Place>, DbError> {
        let Some(point) = self.locate(postcode).await? else { return Ok(None) };
        let town = self.around(point).await?;
        let code = postcode.to_string();
        Ok(Some(Place {
            label: format!("{code}, {}", town.name),
            city: town.name,
            street: None,
            zip_code: Some(code),
            point,
        }))
    }

    /// Returns the town to which a postcode most likely belongs. If no import covers the area, the
    /// town that it is named after.
    pub(crate) async fn town_of(&self, postcode: Postcode) -> Result<Option<Town>, DbError> {
        if let Some(point) = self.locate(postcode).await? {
            return Ok(Some(self.around(point).await?));
        }
        // The files of whole postcodes omit Northern Ireland.
        let covers = |import: &Imported| {
            import.postcodes > 0
                && (import.layout == Layout::GeoNamesPostal || postcode.area() != "BT")
        };
        Ok(match self.store.imported().await?.iter().any(covers) {
            true => None,
            false => self.gazetteer.post_town(postcode).cloned(),
        })
    }

    /// Returns the place called exactly `name`: a built-in one, else the largest added or imported
    /// one. For a whole postcode, its town.
    pub(crate) async fn find(&self, name: &str) -> Result<Option<Place>, DbError> {
        if let Some(town) = self.gazetteer.lookup(name) {
            return Ok(Some(town.place()));
        }
        let key = fold(name);
        if key.is_empty() {
            return Ok(None);
        }
        if let Some(postcode) = Postcode::full(name) {
            return Ok(self.town_of(postcode).await?.map(|town| town.place()));
        }
        let names = self.names().await?;
        if let Some(town) = names.called(&key).into_iter().next() {
            return Ok(Some(self.labelled(town).place()));
        }
        // The text may be the whole label of a chosen suggestion.
        let Some((head, _)) = name.split_once(',') else { return Ok(None) };
        let towns = names.called(&fold(head)).into_iter().map(|town| self.labelled(town));
        Ok(towns.into_iter().find(|town| fold(&town.label()) == key).map(|town| town.place()))
    }

    /// Returns the town to which a point in the United Kingdom most likely belongs.
    pub(crate) async fn around(&self, point: Point) -> Result<Town, DbError> {
        let measured = |town: &Town| town.centre.km_to(point) / town.reach_km();
        let towns = self.gazetteer.towns().iter();
        let built_in = towns.min_by(|a, b| measured(a).total_cmp(&measured(b)));
        let built_in = built_in.ok_or_else(|| corrupt("there are no built-in places"))?;
        match self.names().await?.around(point) {
            Some((reaches, town)) if reaches < measured(built_in) => Ok(self.labelled(town)),
            _ => Ok(built_in.clone()),
        }
    }

    pub(crate) const fn store(&self) -> &PlaceStore {
        &self.store
    }

    /// Returns the imports in use, most trusted first.
    pub(crate) async fn imported(&self) -> Result<Vec<Imported>, DbError> {
        self.store.imported().await
    }

    /// Returns the added and imported names. Loads them on first use and after a change, so that a
    /// server without searches does not hold them in memory.
    pub(crate) async fn names(&self) -> Result<Arc<Names>, DbError> {
        let sources = self.store.sources().await?;
        let wanted = sources.with_names();
        let loaded = self.loaded();
        if loaded.generations == wanted {
            return Ok(loaded.names);
        }
        let _one_at_a_time = self.loading.lock().await;
        let loaded = self.loaded();
        if loaded.generations == wanted {
            return Ok(loaded.names);
        }
        let mut builder = Builder::default();
        if sources.added.is_some() {
            for (_, town, _) in self.store.added_towns().await? {
                builder.add_town(&town).map_err(|_| corrupt("an added town"))?;
            }
        }
        for generation in wanted.iter().filter(|one| Some(**one) != sources.added) {
            let mut blocks = self.store.names(*generation, None).await?;
            while let Some(last) = blocks.last() {
                for block in &blocks {
                    builder.add(&block.lines).map_err(|_| corrupt("a block of names"))?;
                }
                blocks = self.store.names(*generation, Some(last)).await?;
            }
        }
        let built_in: Vec<(String, Point)> = self.gazetteer.comparable();
        let build = move || {
            builder.build(|key, point| {
                let first = built_in.partition_point(|(known, _)| known.as_str() < key);
                let same = built_in[first..].iter().take_while(|(known, _)| known == key);
                same.into_iter().any(|(_, centre)| centre.km_to(point) < SAME_KM)
            })
        };
        let names = tokio::task::spawn_blocking(build).await.map_err(corrupt)?;
        let loaded = Loaded { generations: wanted, names: Arc::new(names) };
        let names = loaded.names.clone();
        tracing::info!(names = names.len(), "loaded the imported place names");
        *self.names.write().unwrap_or_else(PoisonError::into_inner) = loaded;
        Ok(names)
    }

    fn loaded(&self) -> Loaded {
        self.names.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn towns(&self, text: &str, limit: usize) -> Result<Vec<Place>, DbError> {
        // After a comma follows the county.
        let (head, label) = match text.split_once(',') {
            Some((head, rest)) if !fold(rest).is_empty() => (fold(head), Some(fold(text))),
            _ => (fold(text), None),
        };
        if head.is_empty() {
            return Ok(Vec::new());
        }
        let at_most = if label.is_some() { LABELS } else { limit };
        let imported = self.names().await?.beginning(&head, at_most);
        let imported = imported.into_iter().map(|(fit, town)| (fit, self.labelled(town)));
        let built_in = self.gazetteer.beginning(&head).map(|(fit, town)| (fit, town.clone()));
        let mut found: Vec<(Fit, Town)> = built_in.chain(imported).collect();
        if let Some(label) = label {
            found.retain(|(_, town)| fold(&town.label()).starts_with(&label));
        }
        found.sort_by(|(a_fit, a), (b_fit, b)| {
            (a_fit, Reverse(a.size), &a.name).cmp(&(b_fit, Reverse(b.size), &b.name))
        });
        found.truncate(limit);
        Ok(found.iter().map(|(_, town)| town.place()).collect())
    }

    /// Completes the area of a town: if the import has none, the name of the nearest town.
    fn labelled(&self, mut town: Town) -> Town {
        if town.area.is_empty() {
            let measured = |other: &Town| other.centre.km_to(town.centre) / other.reach_km();
            let others = self.gazetteer.towns().iter().filter(|other| other.name != town.name);
            let nearest = others.min_by(|a, b| measured(a).total_cmp(&measured(b)));
            town.area = nearest.map(|other| format!("near {}", other.name)).unwrap_or_default();
        }
        town
    }

    async fn locate(&self, postcode: Postcode) -> Result<Option<Point>, DbError> {
        let mut imported = self.store.imported().await?;
        imported.retain(|import| import.postcodes > 0);
        let exactly = self.first_that_knows(&imported, &postcode).await?;
        // GeoNames' small postal file has districts only: better than nothing.
        let whole = imported.iter().any(|import| import.layout != Layout::GeoNamesPostal);
        match exactly {
            None if !whole && !postcode.inward().is_empty() => {
                self.first_that_knows(&imported, &postcode.to_district()).await
            }
            exactly => Ok(exactly),
        }
    }

    async fn first_that_knows(
        &self,
        imported: &[Imported],
        postcode: &Postcode,
    ) -> Result<Option<Point>, DbError> {
        for import in imported {
            let pieces = self.store.sector(import.generation, postcode.sector()).await?;
            let found =
                pieces.iter().find_map(|units| postcode_units::find(units, postcode.unit()));
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Parses a postcode, or the beginning of one, as typed.
fn typed_postcode(text: &str) -> Option<Postcode> {
    let whole = Postcode::full(text);
    // `LS21 3` is an incomplete postcode in `LS21`.
    let mut words = text.split_whitespace();
    let (first, second, more) = (words.next(), words.next(), words.next());
    let on_its_way = |rest: &str| rest.len() <= 2 && rest.as_bytes()[0].is_ascii_digit();
    let begun = more.is_none() && second.is_none_or(on_its_way);
    whole.or_else(|| first.filter(|_| begun).and_then(Postcode::district))
}

fn corrupt(what: impl std::fmt::Display) -> DbError {
    DbError::Corrupt(what.to_string())
}
