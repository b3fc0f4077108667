import { AxeBuilder } from '@axe-core/playwright'
import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'
const origin='http://127.0.0.1:3187'
const b = await playwright.launch({executablePath: await chromium.executablePath(), headless:true, args:['--no-sandbox','--disable-gpu','--disable-background-networking','--disable-component-update','--disable-sync','--no-first-run']})
const c = await b.newContext({baseURL: origin, viewport:{width:1440,height:900}, reducedMotion:'reduce', serviceWorkers:'block'})
const p = await c.newPage()
const a=await p.request.post('/api/auth/login',{headers:{origin},data:{email:'admin@redoubt.test',password:'Redoubt-Demo1!'}})
await p.goto('/favicon.svg'); await p.evaluate(()=>localStorage.setItem('redoubt.signed-in','1'))
const s=await c.newCDPSession(p); await s.send('Performance.enable',{timeDomain:'threadTicks'})
const cpu=async()=>{const {metrics}=await s.send('Performance.getMetrics');return metrics.find(m=>m.name==='ThreadTime')?.value ?? metrics.find(m=>m.name==='TaskDuration')!.value}
for (const path of ['/store','/legal','/admin?tab=orders','/dashboard?tab=profile','/giveaways']) {
  await p.goto(path); await p.waitForTimeout(2500)
  const run=async(name:string,make:()=>AxeBuilder)=>{const ts=[],cs=[];let r;for(let i=0;i<3;i++){const t=Date.now(),c0=await cpu();r=await make().analyze();ts.push(Date.now()-t);cs.push(Math.round(((await cpu())-c0)*1000))}console.log(path,name,'wall',Math.min(...ts),'cpu',Math.min(...cs),r!.violations.length)}
  await run('plain ',()=>new AxeBuilder({page:p}))
  await run('legacy',()=>new AxeBuilder({page:p}).setLegacyMode())
  await run('violon',()=>new AxeBuilder({page:p}).setLegacyMode().options({resultTypes:['violations']}))
  await run('colors',()=>new AxeBuilder({page:p}).setLegacyMode().withRules(['color-contrast','link-in-text-block']))
  await run('colvio',()=>new AxeBuilder({page:p}).setLegacyMode().options({resultTypes:['violations']}).withRules(['color-contrast','link-in-text-block']))
}
await b.close()
