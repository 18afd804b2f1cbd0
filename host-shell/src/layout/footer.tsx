/** The footer under /app (P-HEADER-11). */
export const Footer = ({ brand }: { brand: string }) => (
  <footer className="shell-footer">{brand} · Security Dashboard</footer>
)
