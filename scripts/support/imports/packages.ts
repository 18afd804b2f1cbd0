import { APPS, REACT, type ImportRow } from './import-rule.ts'

const SERVERS = ['artifact', 'contracts', 'database', 'server', 'stack/testing', 'verifier']
const GATEWAY_COMPOSING = ['**/cli/**', '**/app.ts', '**/config.ts', '**/open-registry.ts']
const SERVERS_MEND = 'what servers and pages both need is a schema in shared/contracts.'

const ONE_ROUTER = {
  refused: ['react-router*', 'react-redux', '@reduxjs/toolkit'],
  mend: 'use @atalaia/react/router and @atalaia/react/redux, so that one copy ships.',
}

/** Import rows of packages and gateway folders; `leak-api.ts` has leak-api's. */
export const PACKAGE_ROWS: readonly ImportRow[] = [
  {
    files: ['shared/contracts/**'],
    packages: [],
    refused: [...REACT, '**/shared/*/**'],
    mend: 'it has the schema library alone; move what needs more to the package that uses it.',
  },
  {
    files: ['shared/embed-loader/**'],
    packages: ['embed'],
    refused: ['../../contracts/**', '!../../contracts/src/{embed,channels}.ts'],
    mend: "a published package has nothing of the workspace; what portals know is in contracts' embed.ts, which is built into it.",
  },
  {
    files: ['shared/kernel/**'],
    packages: ['contracts'],
    refused: [...REACT, '@module-federation/*'],
    mend: 'the kernel knows no React; put the React part into shared/react, and hand browser parts in.',
  },
  {
    files: ['shared/react/**'],
    packages: ['contracts'],
    mend: 'looks belong in shared/ui, composition in the shell.',
  },
  {
    files: ['shared/ui/**'],
    packages: ['contracts'],
    mend: "of contracts it takes the themes' names and the product's days, and it knows no business; take what you need as props.",
  },
  {
    files: ['shared/cli/**'],
    packages: ['artifact', 'contracts', 'verifier'],
    refused: REACT,
    mend: 'the command line of teams runs without a server; what it tells one is a schema in shared/contracts.',
  },
  {
    files: ['shared/{artifact,build,create-remote,database,verifier}/**'],
    packages: ['artifact', 'contracts'],
    refused: [...APPS, ...REACT],
    mend: 'what builds and ships a remote knows no server; what both sides need is in shared/contracts or shared/artifact.',
  },
  {
    files: ['stack/**'],
    packages: ['stack'],
    refused: ['**/shared/*/**', '**/gateway/**', '**/leak-api/**', '**/scripts/**'],
    mend: "it starts the servers' processes and knows no code of theirs; what is said between processes is in service.ts.",
  },
  {
    files: ['e2e/**', 'shared/conformance/**'],
    packages: ['contracts', 'conformance', 'database/testing', 'stack'],
    refused: ['**/gateway/**', '**/leak-api/**', '**/scripts/**', ...APPS, ...REACT],
    mend: 'they test from the outside; what both sides need is a schema in shared/contracts.',
    names: {
      from: '@playwright/test',
      refused: ['default', 'test', 'chromium', 'firefox', 'webkit', '_electron'],
      mend: 'a browser test takes `test` from e2e/testing, whose console guard runs in every test, and the browser from its fixtures.',
    },
  },
  {
    files: ['shared/server/**'],
    packages: ['cli/base', 'database'],
    refused: REACT,
    mend: 'it knows nothing of the product; hand in what a server has of its own.',
  },
  {
    files: ['gateway/**', 'leak-api/**'],
    packages: [...SERVERS, 'cli'],
    refused: [...APPS, ...REACT],
    mend: SERVERS_MEND,
  },
  {
    files: ['gateway/testing/**', 'leak-api/testing/**'],
    packages: [...SERVERS, 'stack'],
    refused: [...APPS, ...REACT],
    mend: "helpers of the servers' tests take what the servers do, and the stack that starts processes.",
  },
  {
    files: ['gateway/src/registry/**'],
    packages: SERVERS,
    refused: [...APPS, ...REACT],
    mend: SERVERS_MEND,
    also: [
      {
        refused: ['**/delivery/**', '**/telemetry/**', ...GATEWAY_COMPOSING],
        mend: 'the registry knows neither who delivers nor who measures: hand the value in as an option, or move the rule into gateway/src/registry.',
      },
    ],
  },
  {
    files: ['gateway/src/delivery/**'],
    packages: SERVERS,
    refused: [...APPS, ...REACT],
    mend: SERVERS_MEND,
    also: [
      {
        refused: ['**/telemetry/**', ...GATEWAY_COMPOSING],
        mend: 'delivery imports the registry alone: let app.ts connect it with telemetry, and take settings as options.',
      },
    ],
  },
  {
    files: ['gateway/src/telemetry/**'],
    packages: SERVERS,
    refused: [...APPS, ...REACT],
    mend: SERVERS_MEND,
    also: [
      {
        refused: ['**/delivery/**', ...GATEWAY_COMPOSING],
        mend: 'telemetry imports the registry alone: declare what you need of the delivery as a type, as Browsers, and let app.ts hand it in.',
      },
    ],
  },
  {
    files: ['lab/{bench,chaos}/**'],
    packages: ['contracts', 'build', 'stack', 'database'],
    refused: ['**/scripts/**', '**/gateway/src/**', '**/gateway/testing/*.ts', '**/leak-api/**', ...APPS, ...REACT],
    mend: "measures and attacks come from the outside, by the stack that starts the servers, and by the gateway's published test builds; the bench judges rollouts by the gateway's own rule, and builds what it is compared with.",
  },
  {
    files: ['mfe-*/**'],
    refused: [
      '@atalaia/kernel',
      '@atalaia/kernel/*',
      '!@atalaia/kernel/http',
      'host-shell',
      'mfe-*',
      '**/host-shell/**',
      '**/mfe-*/**',
      '**/shared/*/**',
    ],
    mend: 'a remote never imports the shell, its kernel or another remote: use the context, speak over the bus, or move the code to shared. An embed, which has no shell, may take @atalaia/kernel/http.',
    also: [ONE_ROUTER],
  },
  {
    files: ['e2e/fixtures/**'],
    packages: ['contracts', 'react', 'build'],
    refused: ['react-router*'],
    mend: "a fixture is a remote like any other; the router's names are in @atalaia/react/router.",
  },
  {
    files: ['host-shell/**'],
    refused: ['mfe-*', '**/mfe-*/**', '**/shared/*/**'],
    mend: "the shell never imports a remote's source: what it needs to know is in the descriptor.",
    also: [ONE_ROUTER],
  },
]
