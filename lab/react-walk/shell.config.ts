import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellConfig } from '@atalaia/build'
import webpack, { type Configuration } from 'webpack'

// The shell with the React of `REACT_FOLDER` in the place of its own, for webpack's command line.

const folder = process.env['REACT_FOLDER'] ?? ''
const packages = join(folder, 'node_modules')
const root = join(import.meta.dirname, '..', '..')
const versionIn = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version

const react = versionIn(join(packages, 'react', 'package.json'))
const versions = {
  react,
  'react-dom': react,
  '@atalaia/react': versionIn(join(root, 'shared', 'react', 'package.json')),
}
const provides = Object.entries(versions).flatMap(([name, version]) =>
  [name, `${name}/`].map((key) => [key, { shareKey: key, version }] as const),
)

const config: Configuration = shellConfig(join(root, 'host-shell'), {
  webpack: {
    output: { path: join(folder, 'dist') },
    resolve: {
      alias: {
        'react/jsx-runtime$': join(folder, 'jsx-runtime.cjs'),
        react: join(packages, 'react'),
        'react-dom': join(packages, 'react-dom'),
      },
    },
  },
})

export default {
  ...config,
  plugins: (config.plugins ?? []).map((plugin) =>
    plugin instanceof webpack.sharing.ProvideSharedPlugin
      ? new webpack.sharing.ProvideSharedPlugin({ provides: Object.fromEntries(provides) })
      : plugin,
  ),
}
