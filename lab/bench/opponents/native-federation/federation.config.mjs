import { basename } from 'node:path'
import { share, withNativeFederation } from '@softarc/native-federation/config'
// oxlint-disable-next-line no-restricted-imports -- of the opponent, not of React
import { REACT_SKIP_LIST } from '@softarc/native-federation-esbuild/frameworks/react'

const name = basename(process.cwd())
const options = { singleton: true, strictVersion: true, requiredVersion: 'auto', includeSecondaries: false }
// The same modules as in each other opponent.
const SHARED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@atalaia/react',
  '@atalaia/react/router',
  '@atalaia/react/redux',
]

// oxlint-disable-next-line import/no-default-export -- the builder reads it
export default withNativeFederation({
  name,
  ...(name !== 'host-shell' && { exposes: { './remote': './src/remote.tsx' } }),
  shared: share(Object.fromEntries(SHARED.map((module) => [module, options]))),
  skip: REACT_SKIP_LIST,
  // It does not see what JSX imports.
  features: { ignoreUnusedDeps: false },
})
