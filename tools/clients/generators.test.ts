import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { documentPath, runProgram, scratchFolder, type Program } from './scratch.ts'

type Generator = Omit<Program, 'cwd'> & {
  /** Code that uses the generated types like a program. */
  consumer: string
}

const generators: Record<string, Generator> = {
  'openapi-typescript': {
    packageName: 'openapi-typescript',
    file: 'bin/cli.js',
    args: [documentPath, '-o', 'types.ts'],
    consumer: `
      import type { paths } from './types'
      type Get = paths['/api/places/general/get']['get']
      type Place = Get['responses']['200']['content']['application/json']['data']
      export const query: Get['parameters']['query'] = { placeId: 'plc_x' }
      export const idOf = (place: Place): string => place.id
      export const nameOf = (place: Place): string => place.name
      export const versionOf = (place: Place): number | undefined => ('version' in place ? place.version : undefined)
      // @ts-expect-error an id is no number
      export const wrong = (place: Place): number => place.id`,
  },
  '@hey-api/openapi-ts': {
    packageName: '@hey-api/openapi-ts',
    file: 'bin/run.js',
    args: ['-i', documentPath, '-o', '.'],
    consumer: `
      import { placesPlaceGet } from './index'
      export async function idOf(placeId: string): Promise<string | undefined> {
        const { data, error } = await placesPlaceGet({ query: { placeId } })
        if (error !== undefined) return error.error.reason
        const name: string = data.data.name
        const version: number | undefined = 'version' in data.data ? data.data.version : undefined
        return version === undefined ? name : data.data.id
      }
      // @ts-expect-error there is no such parameter
      export const wrong = placesPlaceGet({ query: { nobody: 1 } })`,
  },
  'swagger-typescript-api': {
    packageName: 'swagger-typescript-api',
    file: 'dist/cli.mjs',
    args: ['generate', '-p', documentPath, '-o', '.'],
    consumer: `
      import { Api, type Place } from './Api'
      const api = new Api({ baseUrl: 'http://localhost:8080' })
      export const idOf = async (placeId: string): Promise<string> =>
        (await api.api.placesPlaceGet({ placeId })).data.data.id
      export const nameOf = async (placeId: string): Promise<string> =>
        (await api.api.placesPlaceGet({ placeId })).data.data.name
      export const versionOf = (place: Place): number => place.version
      // @ts-expect-error an id is no number
      export const wrong = (place: Place): number => place.id`,
  },
  orval: {
    packageName: 'orval',
    file: 'dist/bin/orval.mjs',
    args: ['--input', documentPath, '--output', 'api.ts'],
    consumer: `
      import { placesPlaceGet, type Place } from './api'
      export const idOf = async (placeId: string): Promise<string> => (await placesPlaceGet({ placeId })).data.data.id
      export const nameOf = async (placeId: string): Promise<string> =>
        (await placesPlaceGet({ placeId })).data.data.name
      export const versionOf = (place: Place): number => place.version
      // @ts-expect-error an id is no number
      export const wrong = (place: Place): number => place.id`,
  },
}

/** The strictest compiler settings of projects that include generated code. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
}

let folder: Awaited<ReturnType<typeof scratchFolder>>

before(async () => {
  folder = await scratchFolder()
})

after(() => folder[Symbol.asyncDispose]())

for (const [name, { consumer, ...program }] of Object.entries(generators)) {
  test(`${name} generates a client from the document`, async () => {
    const cwd = join(folder.path, name)
    await mkdir(cwd, { recursive: true })
    const made = await runProgram({ ...program, cwd })
    assert.equal(made.status, 0, made.text)
    assert.doesNotMatch(made.text, /\b(warn|error|duplicate)/i)
    await writeFile(join(cwd, 'consumer.ts'), consumer)
  })
}

test('each generated client compiles, as does a program on it', async () => {
  const include = Object.keys(generators)
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const compiler = { packageName: 'typescript', file: 'bin/tsc', args: ['-p', folder.path, '--listFiles'] }
  const { status, text } = await runProgram({ ...compiler, cwd: folder.path })
  assert.equal(status, 0, text.slice(0, 4_000))
  for (const name of include) assert.ok(text.includes(`/${name}/consumer.ts`), `${name} is not compiled`)
})
