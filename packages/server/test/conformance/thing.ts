import { resourceFact } from '#kit/nouns/fact.ts'
import { defaulted, line, oneOf, optional, required, whole } from '#kit/values/fields.ts'
import { money, moneyFilters } from '#kit/values/money.ts'
import { madeFirst, type Operation } from '#kit/nouns/operation.ts'
import { product, type Product } from '#kit/nouns/product.ts'
import { reason } from '#kit/call/problem.ts'
import { resource, type Resource } from '#kit/nouns/resource.ts'
import { create, get, list, remove, update } from '#kit/nouns/standard.ts'

/** The table of things: a noun for tests of rules only. */
export const thingSql = `
  create table plant_thing (
    account_id bigint not null,
    id uuid not null,
    status text not null,
    version integer not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    deleted_at timestamptz(3),
    client_reference text,
    client_reference_hash bytea,
    metadata jsonb not null,
    name text not null,
    visibility text not null,
    note text,
    size integer,
    password text,
    price_amount bigint,
    price_currency text,
    constraint plant_thing_pk primary key (account_id, id)
  );
  create unique index plant_thing_reference_key on plant_thing (account_id, client_reference)
    where client_reference is not null and deleted_at is null;
  create unique index plant_thing_name_key on plant_thing (account_id, name) where deleted_at is null`

/** Five correct operations on things, by verb. */
export type ThingOperations = Record<'all' | 'create' | 'get' | 'update' | 'delete', Operation>

/** A correct product with one noun and its own name, so that many fit into one server. */
export function thingProduct(name: string, change: (of: ThingOperations, thing: Resource) => Operation[]): Product {
  const facts = factsOf(name)
  const thing = thingOf(name, facts)
  return product({
    name,
    title: 'Things',
    description: 'Things that rules are tried on.',
    resources: [thing],
    operations: change(operationsOf(thing, name), thing),
    facts: Object.values(facts),
  })
}

function factsOf(name: string) {
  return {
    created: resourceFact(`${name}.thing.created`, `${name}.thing`, 'A thing was made.'),
    updated: resourceFact(`${name}.thing.updated`, `${name}.thing`, 'A thing was changed.'),
    deleted: resourceFact(`${name}.thing.deleted`, `${name}.thing`, 'A thing was deleted.'),
  }
}

function thingOf(name: string, facts: ReturnType<typeof factsOf>): Resource {
  const made = resource({
    id: `${name}.thing`,
    title: 'Thing',
    description: 'Things',
    table: 'plant_thing',
    idKey: 'thingId',
    prefix: 'thg',
    states: { active: [] },
    initial: 'active',
    countMax: 1_000,
    fields: {
      name: required(line(60)),
      visibility: defaulted(oneOf(['private', 'public']), 'private'),
      note: optional(line(60)),
      size: optional(whole(1, 10)),
      price: optional(money()),
      password: optional(line(60), { access: { isHidden: true } }),
    },
    facts,
    constraints: {
      plant_thing_name_key: { reason: reason('conflict', 'duplicate_name', 'The name is taken.'), field: 'name' },
    },
    publicWhen: { sql: "t.visibility = 'public'", holds: (record) => record.visibility === 'public' },
    publicFields: ['name', 'visibility', 'size'],
  })
  // cast: a resource of these fields is one of any; only `check` and the like narrow the type.
  return made as unknown as Resource
}

function operationsOf(thing: Resource, name: string): ThingOperations {
  const id = { thingId: madeFirst(thing.id) }
  return {
    all: list(thing, `GET /api/${name}/thing/all`, 'All', {
      sorts: ['-createdAt', 'createdAt', 'name'],
      filters: moneyFilters('price'),
    }),
    create: create(thing, `POST /api/${name}/thing/create`, 'Create', {
      example: { name: 'Kettle', note: 'mine', price: { amount: 1999, currency: 'EUR' } },
    }),
    get: get(thing, `GET /api/${name}/thing/get`, 'Get', { example: id }),
    update: update(thing, `PUT /api/${name}/thing/update`, 'Update', { example: { ...id, name: 'Pan' } }),
    delete: remove(thing, `POST /api/${name}/thing/delete`, 'Delete', { example: id }),
  }
}
