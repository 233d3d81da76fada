import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;

public class OkhttpPathEncoded {
    public static void main(String[] args) throws Exception {
        String album = "été à la mer";
        HttpUrl url = HttpUrl.get(Signing.BASE_URL).newBuilder()
            .addPathSegments("v1/albums").addPathSegment(album).build();
        String authorization = Signing.authorize("GET", "/v1/albums/" + album, "");
        Request request = new Request.Builder().url(url).header("Authorization", authorization).build();
        System.out.println(new OkHttpClient().newCall(request).execute().code());
    }
}
