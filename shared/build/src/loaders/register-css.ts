import type { LoaderContext } from 'webpack'

/** `import './x.css'` adds the sheet to the list in `styles`, not a tag. */
export const pitch = function (this: LoaderContext<{ styles: string }>, remaining: string): string {
  const request = (path: string) => JSON.stringify(this.utils.contextify(this.context, path))
  const { styles } = this.getOptions()
  return `import text from ${request(`!!${remaining}`)}
import { addStyles } from ${request(styles)}
addStyles(text)`
}

// webpack takes loaders from the default export; the pitch answers before this one is asked.
export default (css: string): string => css
