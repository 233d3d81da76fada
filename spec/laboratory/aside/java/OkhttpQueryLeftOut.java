import okhttp3.OkHttpClient;
import okhttp3.Request;

public class OkhttpQueryLeftOut {
    public static void main(String[] args) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder().addInterceptor(chain -> {
            try {
                Request request = chain.request();
                String authorization = Signing.authorize(request.method(), request.url().encodedPath(), "");
                return chain.proceed(request.newBuilder().header("Authorization", authorization).build());
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
        }).build();
        Request request = new Request.Builder().url(Signing.BASE_URL + "/v1/jobs?status=done&limit=20").build();
        System.out.println(client.newCall(request).execute().body().string());
    }
}
