use poem_openapi::Object;
use sparkyard_kernel::{DateTime, ItemId, UserId, ports::PersonInfo};

use crate::service::NamedClaim;

/// A case that a member of staff takes care of.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct CaseClaim {
    /// Id of the case in its queue.
    case_id: ItemId,
    /// Id of the member of staff.
    user_id: UserId,
    /// Name of the member of staff; absent once they have left.
    name: Option<String>,
    /// Time of the claim, RFC 3339 in UTC.
    at: DateTime,
}

impl From<NamedClaim> for CaseClaim {
    fn from((claim, person): NamedClaim) -> Self {
        Self {
            case_id: claim.case,
            user_id: claim.by,
            name: person.as_ref().map(PersonInfo::name),
            at: claim.at.into(),
        }
    }
}
