import 'reflect-metadata'
import { type ArgumentsHost, Body, Catch, Controller, HttpCode, HttpException, Module, Post, Req } from '@nestjs/common'
import { APP_FILTER, BaseExceptionFilter } from '@nestjs/core'
import { decodeJob, JobRefused, type VerifiedRequest } from 'countersign/server'

@Controller('v1/jobs')
class JobsController {
  @Post()
  @HttpCode(200)
  submit(@Req() { verified }: { readonly verified: VerifiedRequest }) {
    const { request_id } = decodeJob(verified.body)
    return { app_id: verified.appId, request_id }
  }
}

/** A job that is wrong is answered with 400, and with where it is wrong. */
@Catch(JobRefused)
class JobRefusedFilter extends BaseExceptionFilter {
  override catch({ body, status }: JobRefused, host: ArgumentsHost) {
    super.catch(new HttpException(JSON.parse(body), status), host)
  }
}

@Controller('webhook')
class WebhookController {
  @Post()
  @HttpCode(200)
  receive(@Body() received: unknown) {
    return { received }
  }
}

@Module({
  controllers: [JobsController, WebhookController],
  providers: [{ provide: APP_FILTER, useClass: JobRefusedFilter }],
})
export class AppModule {}
