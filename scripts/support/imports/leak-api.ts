import type { ImportRow } from './import-rule.ts'

/**
 * The folders of leak-api/src, and the folders that each imports: those beside it, and those in it that its other
 * folders import. `import-rules.test.ts` holds that each row names what is imported, and no more.
 */
export const LEAK_API_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  access: [],
  accounts: ['access', 'audit', 'identities', 'mail', 'people', 'second-factor', 'store'],
  'address-page': ['access', 'audit', 'cases', 'exposure', 'incidents', 'numbers', 'severity'],
  addresses: ['access', 'audit', 'cases', 'exposure', 'limits', 'monitoring', 'numbers', 'people', 'severity'],
  alerts: ['access', 'audit', 'mail', 'people', 'reading', 'severity'],
  'api-keys': ['access', 'accounts', 'audit', 'limits', 'people', 'reading'],
  audit: ['access', 'reading'],
  cases: ['access', 'audit', 'exposure', 'numbers', 'people', 'severity'],
  cli: [
    'accounts',
    'api-keys',
    'audit',
    'importing',
    'installation-keys',
    'mail',
    'operators',
    'portals',
    'privacy',
    'siem',
    'store',
  ],
  demo: ['accounts', 'importing', 'monitoring', 'people', 'store'],
  documents: ['audit'],
  domains: ['access', 'audit', 'limits', 'mail', 'numbers', 'people', 'store'],
  exposure: ['numbers'],
  findings: ['access', 'audit', 'people'],
  hibp: ['access', 'audit', 'store'],
  importing: ['audit', 'numbers', 'reading', 'severity', 'store'],
  incidents: ['access', 'alerts', 'audit', 'documents', 'exposure', 'mail', 'people', 'reports'],
  'installation-keys': ['access', 'audit', 'push', 'store'],
  limits: [],
  'made-reports': [
    'access',
    'address-page',
    'audit',
    'cases',
    'documents',
    'exposure',
    'mail',
    'numbers',
    'people',
    'reports',
    'severity',
  ],
  mail: [],
  members: ['access', 'accounts', 'audit', 'mail', 'people'],
  monitoring: ['access', 'audit', 'limits', 'numbers', 'people'],
  numbers: ['access', 'audit', 'reports', 'severity'],
  operators: [
    'access',
    'accounts',
    'api-keys',
    'audit',
    'domains',
    'limits',
    'mail',
    'monitoring',
    'people',
    'portals',
  ],
  people: ['audit', 'limits', 'mail'],
  portals: ['access', 'audit', 'limits', 'people'],
  privacy: ['access', 'accounts', 'audit', 'incidents', 'mail', 'people'],
  push: ['access', 'accounts', 'alerts', 'audit', 'exposure', 'mail', 'people', 'store'],
  reading: [],
  reports: ['access', 'documents'],
  rest: ['access', 'address-page', 'addresses', 'audit', 'cases', 'domains', 'exposure', 'findings', 'severity'],
  scim: ['access', 'audit', 'people'],
  severity: [],
  siem: ['access', 'api-keys', 'audit', 'findings', 'store'],
  store: [],
  support: ['access', 'audit', 'mail', 'operators', 'people'],
  webhooks: ['access', 'alerts', 'audit', 'exposure', 'people', 'reading', 'severity', 'store'],
}

/** The files above the folders that put the API together, and hand in what they have. Command lines may call them. */
const COMPOSING = '{..,../..}/{app,config,main,installation-routes,key-routes,person-routes,session-hooks}.ts'

const PACKAGES = ['contracts', 'database', 'server']

const rowOf = (folder: string, folders: readonly string[]): ImportRow => {
  return {
    files: [`leak-api/src/${folder}/**`],
    packages: PACKAGES,
    folders,
    refused: folder === 'cli' ? [] : [COMPOSING],
    mend: 'declare what you need as a type and let app.ts hand it in, or move what both need below both. What crosses the network is a schema in shared/contracts.',
  }
}

export const LEAK_API_ROWS: readonly ImportRow[] = [
  ...Object.entries(LEAK_API_FOLDERS).map(([folder, folders]) => rowOf(folder, folders)),
  {
    // A test sets its scene with what it needs.
    files: ['leak-api/src/**/*.test.ts'],
    packages: PACKAGES,
    mend: 'what servers and pages both need is a schema in shared/contracts.',
  },
]
