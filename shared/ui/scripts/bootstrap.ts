import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile, NodePackageImporter } from 'sass'

/** `node shared/ui/scripts/bootstrap.ts` compiles bootstrap.scss to bootstrap.css. */
const styles = new URL('../src/styles/', import.meta.url)
const { css } = compile(fileURLToPath(new URL('bootstrap.scss', styles)), {
  loadPaths: [fileURLToPath(new URL('../node_modules/', import.meta.url))],
  importers: [new NodePackageImporter(fileURLToPath(styles))],
  quietDeps: true,
  // Bootstrap 5.3 still speaks the older module language of Sass.
  silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
})
const text = `/* Written by scripts/bootstrap.ts. Bootstrap 5.3, MIT licence. */\n${css}\n`
writeFileSync(new URL('bootstrap.css', styles), text)
