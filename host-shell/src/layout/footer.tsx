/** The footer brands the dashboard as a security dashboard (spec.md section 1). */
export const Footer = ({ brand }: { brand: string }) => (
  <footer className="shell-footer">{brand} · Security Dashboard</footer>
)
