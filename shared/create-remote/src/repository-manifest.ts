import type { RemoteRequest } from './remote-request.ts'
import type { Language } from './write-remote.ts'

export const BUNDLERS = ['webpack', 'rspack', 'vite'] as const
export type Bundler = (typeof BUNDLERS)[number]

/** Package ranges of new repositories; a test compares them with the workspace. */
export const RANGES = {
  '@atalaia/build': '^1.0.0',
  '@atalaia/cli': '^1.0.0',
  '@atalaia/react': '^1.0.0',
  '@atalaia/testing': '^1.0.0',
  '@atalaia/ui': '^1.0.0',
  '@module-federation/runtime-tools': '^2.9.2',
  '@module-federation/vite': '^1.23.0',
  '@rspack/cli': '^2.2.8',
  '@rspack/core': '^2.3.2',
  '@swc/core': '^1.16.22',
  '@swc/jest': '^0.2.39',
  '@testing-library/dom': '^10.4.2',
  '@testing-library/jest-dom': '^7.0.1',
  '@testing-library/react': '^16.3.3',
  '@types/jest': '^30.0.0',
  '@types/react': '^19.0.0',
  'css-loader': '^7.1.5',
  jest: '^30.5.2',
  'jest-environment-jsdom': '^30.5.2',
  react: '^19.0.0',
  'react-dom': '^19.0.0',
  typescript: '^7.0.0',
  vite: '^8.3.8',
  webpack: '~5.110.3',
  'webpack-cli': '^7.3.1',
} as const
type Package = keyof typeof RANGES

const BUNDLER_PACKAGES: Readonly<Record<Bundler, readonly Package[]>> = {
  webpack: ['@atalaia/build', 'webpack', 'webpack-cli'],
  rspack: ['@module-federation/runtime-tools', '@rspack/cli', '@rspack/core', 'css-loader'],
  vite: ['@module-federation/vite', 'vite'],
}
const BUILDS: Readonly<Record<Bundler, { readonly build: string; readonly watch: string }>> = {
  webpack: { build: 'webpack', watch: 'webpack --watch --config-node-env development' },
  vite: { build: 'vite build', watch: 'vite build --watch --mode development' },
  rspack: { build: 'rspack build', watch: 'rspack build --watch --mode development' },
}
const LANGUAGE_PACKAGES: Readonly<Record<Language, readonly Package[]>> = {
  ts: ['@types/jest', '@types/react', 'typescript'],
  js: [],
}
const TEST_PACKAGES: readonly Package[] = [
  '@atalaia/cli',
  '@atalaia/testing',
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  'jest',
  'jest-environment-jsdom',
]
const PAGE_PACKAGES: readonly Package[] = ['@atalaia/react', '@atalaia/ui', 'react', 'react-dom']

export type ManifestOptions = {
  readonly bundler: Bundler
  readonly language: Language
  /** Places of unpublished packages, by name: `file:…`. */
  readonly places: Readonly<Record<string, string>>
}

const withRanges = (names: readonly string[], places: ManifestOptions['places']) => {
  const ranges: Readonly<Record<string, string>> = { ...RANGES, ...places }
  return Object.fromEntries(names.toSorted().map((name) => [name, ranges[name]]))
}

export const repositoryManifest = ({ name }: RemoteRequest, { bundler, language, places }: ManifestOptions): string => {
  const { build, watch } = BUILDS[bundler]
  const developed = [...BUNDLER_PACKAGES[bundler], ...LANGUAGE_PACKAGES[language], ...TEST_PACKAGES]
  // Packages of the platform that others of them need have to come from there as well.
  const needed = Object.keys(places).filter((place) => !PAGE_PACKAGES.some((page) => page === place))
  const manifest = {
    name,
    private: true,
    type: 'module',
    scripts: {
      build,
      dev: `atalaia dev --run "${watch}"`,
      test: 'jest',
      ...(language === 'ts' && { types: 'tsc' }),
    },
    jest: { preset: '@atalaia/testing', setupFilesAfterEnv: ['@testing-library/jest-dom'] },
    dependencies: withRanges(PAGE_PACKAGES, places),
    devDependencies: withRanges([...new Set([...developed, ...needed])], places),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
