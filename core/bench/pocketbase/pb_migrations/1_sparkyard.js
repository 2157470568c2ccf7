// The collections that are measured, filled from the files in BENCH_DATA, which also gets
// the members' access tokens.
migrate((app) => {
  const folder = $os.getenv("BENCH_DATA")
  const signedIn = '@request.auth.id != ""'

  const text = (name) => ({ name, type: "text" })
  const number = (name) => ({ name, type: "number" })
  const created = { name: "created", type: "autodate", onCreate: true }

  const users = app.findCollectionByNameOrId("users")
  users.listRule = users.viewRule = signedIn
  for (const name of ["firstname", "lastname", "location"]) users.fields.add(new TextField({ name }))
  for (const name of ["lat", "lon"]) users.fields.add(new NumberField({ name }))
  users.indexes = users.indexes.concat([
    "CREATE INDEX users_firstname ON users (firstname COLLATE NOCASE)",
    "CREATE INDEX users_lastname ON users (lastname COLLATE NOCASE)",
    "CREATE INDEX users_place ON users (lat, lon)",
  ])
  app.save(users)

  const user = (name) => ({ name, type: "relation", collectionId: users.id, maxSelect: 1 })
  const collection = (name, fields, indexes, rules) => {
    const made = new Collection({ type: "base", name, fields: fields.concat([created]), indexes, ...rules })
    app.save(made)
    return made
  }
  const skills = collection(
    "skills",
    [user("owner"), number("lat"), number("lon"), number("hourly_rate")].concat(
      ["category", "skill_type", "experience_level", "description"].map(text),
    ),
    ["CREATE INDEX skills_owner ON skills (owner)", "CREATE INDEX skills_near ON skills (category, lat, lon)"],
    { listRule: signedIn, viewRule: signedIn },
  )
  collection("wallets", [user("owner"), number("balance"), number("sparks")], [], {
    viewRule: "owner = @request.auth.id",
  })
  collection(
    "bookings",
    [
      user("client"), user("provider"), number("price"), text("description"), text("location"), text("status"),
      { name: "skill", type: "relation", collectionId: skills.id, maxSelect: 1 }, { name: "date", type: "date" },
    ],
    ["CREATE INDEX bookings_client ON bookings (client, created)"],
    { listRule: "client = @request.auth.id || provider = @request.auth.id" },
  )
  collection(
    "messages",
    [user("sender"), user("receiver"), text("thread"), text("content")],
    ["CREATE INDEX messages_thread ON messages (thread, created)"],
    {
      listRule: "sender = @request.auth.id || receiver = @request.auth.id",
      createRule: "sender = @request.auth.id",
    },
  )
  collection(
    "follows",
    [user("follower"), user("followee")],
    ["CREATE UNIQUE INDEX follows_both ON follows (follower, followee)"],
    { createRule: "follower = @request.auth.id", deleteRule: "follower = @request.auth.id" },
  )

  const columns = {
    users: ["id", "firstname", "lastname", "location", "lat", "lon"],
    skills: [
      "id", "owner", "category", "skill_type", "experience_level", "description", "hourly_rate", "lat", "lon",
    ],
    wallets: ["id", "owner", "balance", "sparks"],
    bookings: ["id", "client", "provider", "skill", "price", "description", "location", "status", "date"],
    messages: ["id", "sender", "receiver", "thread", "content", "created"],
  }
  const now = new Date().toISOString().replace("T", " ")
  for (const entry of $os.readDir(`${folder}/rows`)) {
    const table = entry.name().split("-")[0]
    const values = Object.fromEntries(columns[table].map((name) => [name, `json_extract(value, '$.${name}')`]))
    values.created ||= "{:now}"
    // Nobody signs in with a password.
    if (table == "users") Object.assign(values, { email: values.id, tokenKey: values.id, password: values.id })
    app.db().newQuery(
      `INSERT INTO ${table} (${Object.keys(values)}) SELECT ${Object.values(values)} FROM json_each({:rows})`,
    ).bind({ now, rows: toString($os.readFile(`${folder}/rows/${entry.name()}`)) }).execute()
  }
  app.db().newQuery("ANALYZE").execute()

  // Requests are not logged, as ours are not.
  const settings = app.settings()
  settings.logs.maxDays = 0
  app.save(settings)

  const members = toString($os.readFile(`${folder}/members`)).split("\n")
  const tokens = members.map((id) => app.findRecordById("users", id).newAuthToken())
  $os.writeFile(`${folder}/tokens`, tokens.join("\n"), 0o600)
})
