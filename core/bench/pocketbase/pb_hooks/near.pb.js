// What the record API cannot answer: records by distance, the nearest first.
routerAdd("GET", "/api/near/people/{lat}/{lon}", (e) => {
  const { near } = require(`${__hooks}/near.js`)
  const people = `SELECT id, firstname, lastname, location, lat, lon FROM users WHERE`
  return e.json(200, { items: near(e, people, {}) })
}, $apis.requireAuth())

routerAdd("GET", "/api/near/skills/{category}/{lat}/{lon}", (e) => {
  const { near } = require(`${__hooks}/near.js`)
  const skills = `SELECT id, owner, category, skill_type, experience_level, description, hourly_rate, lat, lon
    FROM skills WHERE category = {:category} AND`
  return e.json(200, { items: near(e, skills, { category: e.request.pathValue("category") }) })
}, $apis.requireAuth())
