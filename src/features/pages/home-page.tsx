export default function HomePage() {
  return <main>Redoubt</main>
}
