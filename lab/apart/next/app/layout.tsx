import type { ReactNode } from 'react'
import './portal.css'

export const metadata = { title: 'Portal de notícias', icons: 'data:,' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="pt-BR">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
