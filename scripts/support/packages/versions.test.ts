import { raisesIn, unraised } from './versions.ts'

const name = '@atalaia/react'
const released = { [name]: { version: '1.0.0', surface: 'aaaa' } }
const changed = [{ name, version: '1.0.0', surface: 'bbbb' }]
const refusal = ['@atalaia/react: its exports are no longer those of 1.0.0, and no changeset raises it']

test('exports that changed under the same version are named', () => {
  expect(unraised(changed, released, [])).toEqual(refusal)
})

test('a changeset of another package, or for a patch, does not raise them', () => {
  expect(unraised(changed, released, [{ name: '@atalaia/ui', type: 'minor' }])).toEqual(refusal)
  expect(unraised(changed, released, [{ name, type: 'patch' }])).toEqual(refusal)
})

test.each(['minor', 'major'] as const)('a changeset for a %s version raises them', (type) => {
  expect(unraised(changed, released, [{ name, type }])).toEqual([])
})

test('a version of its own, the same exports, and a package that was never released are in order', () => {
  expect(unraised([{ name, version: '1.1.0', surface: 'bbbb' }], released, [])).toEqual([])
  expect(unraised([{ name, version: '1.0.0', surface: 'aaaa' }], released, [])).toEqual([])
  expect(unraised([{ name: '@atalaia/new', version: '1.0.0', surface: 'cccc' }], released, [])).toEqual([])
})

test('a changeset raises the packages of its front matter alone', () => {
  const text = `---\n'@atalaia/ui': minor\n"@atalaia/react": major\n---\n\n'@atalaia/cli': minor\n`
  expect(raisesIn(text)).toEqual([
    { name: '@atalaia/ui', type: 'minor' },
    { name: '@atalaia/react', type: 'major' },
  ])
  expect(raisesIn('---\n---\nNothing is raised.')).toEqual([])
})
