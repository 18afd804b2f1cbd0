import { Link } from '@atalaia/react/router'
import { BrandMark } from '@atalaia/ui'
import type { ReactNode } from 'react'
import { useShell } from '../platform/shell-context.ts'
import { LostLight } from './lost-light.tsx'

/** One narrow card on the night, the brand above it: for pages that stand alone. */
export const LonePage = ({ children }: { children: ReactNode }) => {
  const { brand } = useShell().release.config
  return (
    <main className="shell-lone" id="conteudo" tabIndex={-1}>
      <div className="shell-lone-column">
        <Link className="shell-lone-brand" to="/">
          <BrandMark size={32} />
          {brand}
        </Link>
        <div className="shell-lone-card">
          <LostLight />
          {children}
        </div>
      </div>
    </main>
  )
}
