import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;

public class OkhttpSignedBody {
    public static void main(String[] args) throws Exception {
        RequestBody body = RequestBody.create(MediaType.get("application/json; charset=UTF-8"), Signing.job());
        Request request = new Request.Builder().url(Signing.BASE_URL + "/v1/jobs").post(body).build();
        Buffer sent = new Buffer();
        request.body().writeTo(sent);
        String authorization = Signing.authorize(request.method(), request.url().encodedPath(), sent.readUtf8());
        Request signed = request.newBuilder().header("Authorization", authorization).build();
        System.out.println(new OkHttpClient().newCall(signed).execute().body().string());
    }
}
