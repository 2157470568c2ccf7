//! Bookings through HTTP. Everything here is free of charge; what money does is tested with the
//! whole product.

mod changes;
mod files;
mod privacy;
mod requests;
mod reviews;
mod street;
mod time;
