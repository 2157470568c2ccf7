//! What the site knows by itself: the built-in places, and what was imported.

use std::{
    cmp::Reverse,
    sync::{Arc, PoisonError, RwLock},
};

use sparkyard_kernel::{Point, db::DbError, fold::fold, ports::Place};
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

/// Two places of one name this close are one.
const SAME_KM: f64 = 8.0;
/// Labels looked at when somebody types on after a comma.
const LABELS: usize = 60;

/// The places that are known without asking anybody.
pub(crate) struct LocalPlaces {
    pub(crate) gazetteer: Gazetteer,
    store: PlaceStore,
    names: RwLock<Loaded>,
    /// Held while names are read, so that they are read once.
    loading: Mutex<()>,
}

/// Imported names in memory, and which imports they are of.
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

    /// Up to `limit` places for what has been typed, best first.
    pub(crate) async fn search(
        &self,
        text: &str,
        wanted: Wanted,
        limit: usize,
    ) -> Result<Vec<Place>, DbError> {
        let mut places = Vec::new();
        if wanted.addresses() {
            places.extend(self.typed_postcode(text).await?);
        }
        if wanted.towns() && places.is_empty() {
            places = self.towns(text, limit).await?;
        }
        places.truncate(limit);
        Ok(places)
    }

    /// The place of a postcode, in the town that it most likely belongs to; of its district when
    /// no import knows whole postcodes.
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

    /// The place called exactly `name`: a built-in one, else the largest of the imported.
    pub(crate) async fn find(&self, name: &str) -> Result<Option<Place>, DbError> {
        if let Some(town) = self.gazetteer.lookup(name) {
            return Ok(Some(town.place()));
        }
        let key = fold(name);
        if key.is_empty() {
            return Ok(None);
        }
        let names = self.names().await?;
        if let Some(town) = names.called(&key).into_iter().next() {
            return Ok(Some(self.labelled(town).place()));
        }
        // Somebody may have chosen a suggestion with all its words.
        let Some((head, _)) = name.split_once(',') else { return Ok(None) };
        let towns = names.called(&fold(head)).into_iter().map(|town| self.labelled(town));
        Ok(towns.into_iter().find(|town| fold(&town.label()) == key).map(|town| town.place()))
    }

    /// The town that a point in the United Kingdom most likely belongs to.
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

    /// What has been imported, the most trusted first.
    pub(crate) async fn imported(&self) -> Result<Vec<Imported>, DbError> {
        self.store.imported().await
    }

    /// Imported names, read into memory when somebody looks for the first, and again when others
    /// have been imported: a server that nobody asks does without them.
    pub(crate) async fn names(&self) -> Result<Arc<Names>, DbError> {
        let wanted = self.generations_with_names().await?;
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
        for generation in &wanted {
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
        tracing::info!(names = names.len(), "imported names of places are in memory");
        *self.names.write().unwrap_or_else(PoisonError::into_inner) = loaded;
        Ok(names)
    }

    fn loaded(&self) -> Loaded {
        self.names.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn generations_with_names(&self) -> Result<Vec<i64>, DbError> {
        let imported = self.store.imported().await?;
        let with_names = imported.iter().filter(|import| import.names > 0);
        Ok(with_names.map(|import| import.generation).collect())
    }

    /// A postcode, or the beginning of one, as somebody types it.
    async fn typed_postcode(&self, text: &str) -> Result<Option<Place>, DbError> {
        if let Some(postcode) = Postcode::full(text) {
            return self.postcode(postcode).await;
        }
        // `LS21 3` is on its way to a postcode in `LS21`.
        let mut words = text.split_whitespace();
        let (first, second, more) = (words.next(), words.next(), words.next());
        let on_its_way = |rest: &str| rest.len() <= 2 && rest.as_bytes()[0].is_ascii_digit();
        if more.is_some() || !second.is_none_or(on_its_way) {
            return Ok(None);
        }
        match first.and_then(Postcode::district) {
            Some(district) => self.postcode(district).await,
            None => Ok(None),
        }
    }

    async fn towns(&self, text: &str, limit: usize) -> Result<Vec<Place>, DbError> {
        // After a comma somebody is at the county.
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

    /// The town with an area: where its file names none, the town that it lies near.
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
        // The small postal file of GeoNames has districts only: better than nothing.
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

fn corrupt(what: impl std::fmt::Display) -> DbError {
    DbError::Corrupt(what.to_string())
}
