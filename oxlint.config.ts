import type { OxlintConfig } from 'oxlint'
import { importRule } from './scripts/support/imports/import-rule.ts'
import { LEAK_API_ROWS } from './scripts/support/imports/leak-api.ts'
import { PACKAGE_ROWS } from './scripts/support/imports/packages.ts'

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'jest'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'no-console': 'error',
    'react/react-in-jsx-scope': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
    'no-underscore-dangle': ['error', { allow: ['__webpack_init_sharing__', '__webpack_share_scopes__', '_default'] }],
    'react/no-danger': 'error',
    'jest/no-focused-tests': 'error',
    'jest/no-disabled-tests': 'error',
  },
  overrides: [
    { files: ['**/*.test.ts', '**/*.test.tsx', '**/*.css'], rules: { 'max-lines': 'off' } },
    // One mind, read from top to bottom: how one remote is loaded.
    {
      files: ['shared/kernel/src/remotes/remote.ts'],
      rules: { 'max-lines': ['error', { max: 480, skipBlankLines: true, skipComments: true }] },
    },
    {
      files: [
        '*.config.ts',
        'webpack.config.ts',
        '**/webpack.config.ts',
        '**/*.d.ts',
        'lab/apart/*/{app,server}/**',
        'examples/remotes/*/*.config.js',
        'shared/build/src/loaders/**',
        'shared/database/testing/jest-postgres*.ts',
        'e2e/testing/global-setup.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: [
        'scripts/**',
        'stack/**',
        'lab/**',
        'leak-api/src/cli/**',
        'gateway/src/cli/**',
        'e2e/**',
        'shared/conformance/src/cli.ts',
        'examples/**',
      ],
      rules: { 'no-console': 'off' },
    },
    {
      // What runs in the page is handed over as text: it reaches nothing outside of itself.
      files: ['shared/conformance/src/**', 'shared/verifier/src/recorder.ts'],
      rules: { 'unicorn/consistent-function-scoping': 'off' },
    },
    {
      // Fastify awaits its handlers; these rules are about Express and about windows.
      files: ['leak-api/**', 'gateway/**', 'shared/database/**', 'shared/server/**'],
      rules: {
        'oxc/no-async-endpoint-handlers': 'off',
        'unicorn/require-post-message-target-origin': 'off',
      },
    },
    // Who may import whom. For each file the last rule about it holds.
    ...[...PACKAGE_ROWS, ...LEAK_API_ROWS].map(importRule),
  ],
} satisfies OxlintConfig
