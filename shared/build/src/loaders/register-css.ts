import type { LoaderContext } from 'webpack'

/**
 * In the place of a tag in the document: `import './x.css'` adds the sheet's text to the list that the module
 * `styles` keeps.
 */
export const pitch = function (this: LoaderContext<{ styles: string }>, remaining: string): string {
  const request = (path: string) => JSON.stringify(this.utils.contextify(this.context, path))
  const { styles } = this.getOptions()
  return `import text from ${request(`!!${remaining}`)}
import { addStyles } from ${request(styles)}
addStyles(text)`
}

// webpack takes loaders from the default export; the pitch answers before this one is asked.
// oxlint-disable-next-line import/no-default-export
export default (css: string): string => css
