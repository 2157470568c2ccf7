//! Circles: a few members who deal only with each other. They may be neighbours, or accounts of one
//! person who pays and reviews themselves; an admin can tell.

use std::collections::HashMap;

use sparkyard_kernel::{
    ApiError, Money, Page, PageQuery, Sparks, UserId, db::DbError, ports::Circle,
};

use crate::{
    model::Dealing,
    store::{BookingStore, position, start},
};

/// Maximum number of members; larger groups are not reported.
const MAX_MEMBERS: usize = 6;
/// Number of bookings examined per page.
const LOOKED_AT: usize = 100;
/// Number of newest bookings examined on each side of a member.
const OF_ONE_MEMBER: i64 = 50;

/// Returns a page of circles, those with the newest bookings first.
pub(crate) async fn circles(
    store: &BookingStore,
    page: &PageQuery,
) -> Result<Page<Circle>, ApiError> {
    let bookings = store.newest(start(page)?, LOOKED_AT.try_into().unwrap_or(i64::MAX)).await?;
    let mut search = Search { store, known: HashMap::new() };
    let mut found = Vec::new();
    for booking in bookings.iter().filter(|booking| booking.is_completed()) {
        let Some(circle) = search.around(booking).await? else { continue };
        found.push(circle);
        if found.len() == page.limit {
            return Ok(Page::unfinished(found, &position(booking.newest)));
        }
    }
    match bookings.last().filter(|_| bookings.len() == LOOKED_AT) {
        Some(last) => Ok(Page::unfinished(found, &position(last.newest))),
        None => Ok(Page { items: found, next_cursor: None }),
    }
}

struct Search<'a> {
    store: &'a BookingStore,
    /// Bookings of the members examined so far.
    known: HashMap<UserId, Vec<Dealing>>,
}

impl Search<'_> {
    /// Returns the circle whose newest booking is `booking`; `None` if it has a newer one or too
    /// many members.
    async fn around(&mut self, booking: &Dealing) -> Result<Option<Circle>, DbError> {
        let mut members = vec![booking.client.clone(), booking.provider.clone()];
        let (mut bookings, mut cash, mut tokens) = (0, 0_i64, 0_i64);
        let mut looked_at = 0;
        while let Some(member) = members.get(looked_at).cloned() {
            looked_at += 1;
            for dealing in self.dealings(&member).await? {
                if dealing.newest < booking.newest {
                    return Ok(None);
                }
                for party in [&dealing.client, &dealing.provider] {
                    if !members.contains(party) {
                        members.push(party.clone());
                    }
                }
                // Each booking is read from both sides, but counted once.
                if dealing.client == member {
                    let cost = dealing.cost();
                    bookings += 1;
                    cash = cash.saturating_add(cost.0);
                    tokens = tokens.saturating_add(cost.1);
                }
            }
            if members.len() > MAX_MEMBERS {
                return Ok(None);
            }
        }
        Ok(Some(Circle {
            members,
            bookings,
            cash: Money::from_minor(cash),
            tokens: Sparks::from_minor(tokens),
            latest: booking.updated_at,
        }))
    }

    async fn dealings(&mut self, member: &UserId) -> Result<&[Dealing], DbError> {
        if !self.known.contains_key(member) {
            let dealings = self.store.dealings(member, OF_ONE_MEMBER).await?;
            self.known.insert(member.clone(), dealings);
        }
        Ok(self.known.get(member).map(Vec::as_slice).unwrap_or_default())
    }
}
