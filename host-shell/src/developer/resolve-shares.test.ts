import type { Descriptor } from '@atalaia/contracts'
import { resolveShares } from './resolve-shares.ts'

const remote = (name: string, requiredVersion: string): Descriptor => ({
  name,
  version: '1.0.0',
  owner: 'team',
  contract: '^1.0.0',
  token: false,
  api: false,
  routes: [],
  sidebar: [],
  artifact: {
    entry: 'e.js',
    container: 'c',
    module: './remote',
    files: [],
    shared: [{ name: 'react', version: '19.3.1', requiredVersion }],
    routeFiles: {},
  },
})

test('each remote gets the newest version of the page in its range, or none', () => {
  const descriptors = [remote('mfe-a', '^19.0.0'), remote('mfe-b', '^20.0.0')]
  expect(resolveShares(descriptors, { react: ['19.1.0', '19.3.1'], 'react-dom': ['19.3.1'] })).toEqual([
    {
      name: 'react',
      versions: ['19.1.0', '19.3.1'],
      wanted: [
        { remote: 'mfe-a', range: '^19.0.0', resolved: '19.3.1' },
        { remote: 'mfe-b', range: '^20.0.0', resolved: undefined },
      ],
    },
    { name: 'react-dom', versions: ['19.3.1'], wanted: [] },
  ])
})

test('a module that the page does not share is listed too', () => {
  expect(resolveShares([remote('mfe-a', '^19.0.0')], {})).toEqual([
    { name: 'react', versions: [], wanted: [{ remote: 'mfe-a', range: '^19.0.0', resolved: undefined }] },
  ])
})
