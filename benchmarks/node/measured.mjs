// One run of dancing-links in a process that measures itself; started by benchmarks/peers/dancing_links.py.
// Not here: the model (it comes in a file), limits (the parent watches) and judging (the parent again).
import { readFileSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { DancingLinks } from 'dancing-links'

const [path, descriptor] = [process.argv[2], Number(process.argv[3])]
const say = (what) => writeSync(descriptor, JSON.stringify(what) + '\n')

const solverOf = ({ primary, secondary, options }) => {
  const links = new DancingLinks()
  const solver = secondary
    ? links.createSolver({ primaryColumns: primary, secondaryColumns: secondary })
    : links.createSolver({ columns: primary })
  options.forEach((items, number) => {
    const rest = items.filter((item) => item >= primary).map((item) => item - primary)
    const first = items.filter((item) => item < primary)
    solver.addSparseConstraint(number, secondary ? { primary: first, secondary: rest } : first)
  })
  return solver
}

const run = (solver, task) => {
  if (task === 'solve') {
    const found = solver.findOne()
    return found.length
      ? { answer: 'found', selection: found[0].map((option) => option.data) }
      : { answer: 'none' }
  }
  let count = 0
  for (const _ of solver.createGenerator()) count += 1
  return { answer: String(count) }
}

const megabytes = (name) => {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    return Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))[1]) / 1024
  } catch {
    return process.memoryUsage().rss / 1048576
  }
}

const given = JSON.parse(readFileSync(path, 'utf8'))
unlinkSync(path)
for (let time = 0; time < 20; time += 1) run(solverOf(given.warm_up), 'count')
const solver = solverOf(given.cover)
try {
  writeFileSync('/proc/self/clear_refs', '5') // forget the peak of memory so far
} catch {
  // not Linux: the peak is that of the whole process
}
const resident = megabytes('VmRSS')
say({ ready: true })
const begun = performance.now()
const before = process.cpuUsage()
const found = run(solver, given.task)
const spent = process.cpuUsage(before)
say({
  ...found,
  cpu_seconds: (spent.user + spent.system) / 1e6,
  wall_seconds: (performance.now() - begun) / 1e3,
  resident_mb: resident,
  peak_mb: megabytes('VmHWM')
})
