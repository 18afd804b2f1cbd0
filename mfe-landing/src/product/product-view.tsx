import { WatchLines } from '../art/watch-lines.tsx'
import type { Screenshot } from './screenshots.ts'

/** The product, shown large. */
export const ProductView = ({ screenshot }: { screenshot: Screenshot | undefined }) => (
  <figure className="landing-view">
    {screenshot ? (
      // The address is the same file, but relative in the prerendered page and absolute afterwards.
      <img
        {...screenshot}
        alt="Painel com o total de vazamentos, as contas mais atingidas, a evolução em três meses e os e-mails monitorados."
        decoding="async"
        suppressHydrationWarning
      />
    ) : (
      <WatchLines />
    )}
  </figure>
)
