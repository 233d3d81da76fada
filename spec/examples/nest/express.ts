import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.ts'

const app = await NestFactory.create(AppModule, { rawBody: true })
await app.listen(process.env.PORT ?? 0, '127.0.0.1')
console.log(`listening on ${await app.getUrl()}`)
