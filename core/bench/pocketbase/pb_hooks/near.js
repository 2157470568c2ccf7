const KM_PER_DEGREE = 111.2
const WANTED = 20

/** The nearest of what `select` finds, in boxes that grow until they surely hold them. */
exports.near = (e, select, bound) => {
  const lat = parseFloat(e.request.pathValue("lat"))
  const lon = parseFloat(e.request.pathValue("lon"))
  const people = select.includes("FROM users")
  const width = Math.cos((lat * Math.PI) / 180)
  // A number written as -0 is a float to PocketBase.
  const shape = people
    ? { id: "", firstname: "", lastname: "", location: "", skills: "", km2: -0 }
    : {
      id: "", owner: "", category: "", skill_type: "", experience_level: "", description: "", hourly_rate: -0,
      firstname: "", lastname: "", location: "", km2: -0,
    }
  const more = people
    ? `SELECT near.*, (SELECT json_group_array(json_object('id', id, 'skill_type', skill_type,
         'experience_level', experience_level, 'description', description, 'hourly_rate', hourly_rate))
         FROM skills WHERE owner = near.id) AS skills FROM near`
    : `SELECT near.*, users.firstname, users.lastname, users.location
         FROM near JOIN users ON users.id = near.owner`
  const query = `WITH near AS (
      SELECT *, ((lat - {:lat}) * (lat - {:lat}) + (lon - {:lon}) * (lon - {:lon}) * {:width} * {:width})
        * ${KM_PER_DEGREE * KM_PER_DEGREE} AS km2
      FROM (${select} lat BETWEEN {:south} AND {:north} AND lon BETWEEN {:west} AND {:east})
      ORDER BY km2 LIMIT ${WANTED}) ${more} ORDER BY km2`
  let found = []
  for (const km of [1, 4, 16, 2000]) {
    const up = km / KM_PER_DEGREE
    const side = up / width
    found = arrayOf(new DynamicModel(shape))
    $app.db().newQuery(query).bind({
      ...bound, lat, lon, width, south: lat - up, north: lat + up, west: lon - side, east: lon + side,
    }).all(found)
    if (found.length == WANTED && found[WANTED - 1].km2 <= km * km) break
  }
  return found
}
