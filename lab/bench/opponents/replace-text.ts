/* oxlint-disable import/no-default-export, no-this-in-exported-function -- webpack takes loaders from there, and calls them so */
import type { LoaderContext } from 'webpack'

/** Replaces `text`, which must exist, by `by`. */
export default function (this: LoaderContext<{ readonly text: string; readonly by: string }>, source: string): string {
  const { text, by } = this.getOptions()
  if (!source.includes(text)) throw new Error(`bench: ${this.resourcePath} has no "${text}" to change`)
  return source.replaceAll(text, by)
}
