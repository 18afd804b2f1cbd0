import { BrandMark } from '@atalaia/ui'
import type { ReactNode } from 'react'

type NoticeFrameProps = { readonly brand: string; readonly children: ReactNode; readonly isBusy?: boolean }

export const NoticeFrame = ({ brand, children, isBusy }: NoticeFrameProps) => (
  <div className="notice notice-page">
    <header className="notice-brand">
      <BrandMark size={28} />
      <span>{brand}</span>
    </header>
    <main className="notice-column" id="conteudo" tabIndex={-1} aria-busy={isBusy}>
      {children}
    </main>
  </div>
)
