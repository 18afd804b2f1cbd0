import { connection } from 'next/server'
import { Panel } from './panel'

export default async function Page() {
  await connection()
  return (
    <>
      <h1>Portal de notícias</h1>
      <p>Este portal usa o Next.</p>
      <Panel gateway={process.env.ATALAIA ?? ''} />
      <footer>Fale conosco</footer>
    </>
  )
}
